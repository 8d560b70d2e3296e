package manual

import (
	"runtime/debug"
	"testing"
)

func TestVersion(t *testing.T) {
	setting := func(pairs ...string) (all []debug.BuildSetting) {
		pairs = append(pairs, "GOOS", "plan9", "GOARCH", "mips")
		for i := 0; i < len(pairs); i += 2 {
			all = append(all, debug.BuildSetting{Key: pairs[i], Value: pairs[i+1]})
		}
		return all
	}
	const commit = "d4afb6a11240e8f684269a006a64cb76fdfc0088"
	for _, c := range []struct {
		module   string
		settings []debug.BuildSetting
		want     string
		engine   string
	}{
		{
			"v0.0.0-20261123200208-d4afb6a11240", setting("vcs.revision", commit, "vcs.time", "2026-11-23T20:02:08Z",
				"vcs.modified", "false"),
			"v0.0.0-20261123200208-d4afb6a11240 (commit d4afb6a11240, 2026-11-23, go1.26.8 plan9/mips)",
			"dev-20261123-d4afb6a1",
		},
		{
			"v1.3.0-0.20261123200208-d4afb6a11240+dirty",
			setting("vcs.revision", commit, "vcs.time", "2026-11-23T20:02:08Z", "vcs.modified", "true"),
			"v1.3.0-0.20261123200208-d4afb6a11240+dirty " +
				"(commit d4afb6a11240, 2026-11-23, modified, go1.26.8 plan9/mips)",
			"dev-20261123-d4afb6a1",
		},
		{"v1.2.0", setting(), "v1.2.0 (go1.26.8 plan9/mips)", "v1.2.0"}, // go install, from the proxy
		{"(devel)", setting(), "(devel) (go1.26.8 plan9/mips)", "(devel)"},
		{"", setting("vcs.revision", "d4a"), "(devel) (commit d4a, go1.26.8 plan9/mips)", "(devel)"},
	} {
		info := &debug.BuildInfo{GoVersion: "go1.26.8", Main: debug.Module{Version: c.module}, Settings: c.settings}
		if got := versionOf(info); got != c.want {
			t.Errorf("version %q:\n%s\nwant\n%s", c.module, got, c.want)
		}
		if got := engineNameOf(info); got != "Kirke "+c.engine {
			t.Errorf("version %q: the engine is %q, want %q", c.module, got, "Kirke "+c.engine)
		}
	}
}
