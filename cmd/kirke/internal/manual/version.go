package manual

import (
	"cmp"
	"fmt"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
)

// Version is the command that shows the version, as --version does.
type Version struct {
	As console.JSONFlags `embed:""`
}

// Help returns examples.
func (*Version) Help() string {
	return console.Examples("kirke version", "kirke version --json")
}

// Run writes the version, the commit and the compiler.
func (*Version) Run(c *console.Console) error {
	if !c.JSON {
		_, err := fmt.Fprintln(c.Out, "kirke", VersionText())
		return err
	}
	return c.Print(originOf(buildInfo()))
}

// VersionText returns the version of the program, with its commit and compiler.
func VersionText() string { return versionOf(buildInfo()) }

// EngineName returns what chess programs call the engine.
func EngineName() string { return engineNameOf(buildInfo()) }

// buildInfo returns what the compiler has written into the program about its origin.
func buildInfo() *debug.BuildInfo {
	if info, ok := debug.ReadBuildInfo(); ok {
		return info
	}
	return &debug.BuildInfo{GoVersion: runtime.Version()}
}

// origin is what a program was built from. What the build does not know is "".
type origin struct {
	Version  string `json:"version"` // of the module, "(devel)" if not known
	Commit   string `json:"commit,omitempty"`
	Time     string `json:"time,omitempty"`     // of the commit
	Modified bool   `json:"modified,omitempty"` // files were changed since the commit
	Go       string `json:"go"`
	Target   string `json:"target"` // linux/amd64
}

func originOf(info *debug.BuildInfo) origin {
	built := map[string]string{}
	for _, s := range info.Settings {
		built[s.Key] = s.Value
	}
	return origin{
		Version: cmp.Or(info.Main.Version, "(devel)"),
		Commit:  built["vcs.revision"], Time: built["vcs.time"], Modified: built["vcs.modified"] == "true",
		Go:     info.GoVersion,
		Target: cmp.Or(built["GOOS"], runtime.GOOS) + "/" + cmp.Or(built["GOARCH"], runtime.GOARCH),
	}
}

// versionOf returns the version of the module, and in brackets the commit with its date, if known,
// and the compiler with its target.
func versionOf(info *debug.BuildInfo) string {
	o := originOf(info)
	var notes []string
	if o.Commit != "" {
		notes = append(notes, "commit "+o.Commit[:min(len(o.Commit), 12)])
	}
	if date, _, dated := strings.Cut(o.Time, "T"); dated {
		notes = append(notes, date)
	}
	if o.Modified {
		notes = append(notes, "modified")
	}
	notes = append(notes, o.Go+" "+o.Target)
	return fmt.Sprintf("%s (%s)", o.Version, strings.Join(notes, ", "))
}

// pseudoVersion matches the version of a commit between two releases: its time and its hash.
var pseudoVersion = regexp.MustCompile(`^v.*[-.](\d{8})\d{6}-([0-9a-f]{8})[0-9a-f]{4}(\+dirty)?$`)

// engineNameOf returns "Kirke v1.2.0" for a release and "Kirke dev-20261123-d4afb6a1" for a commit
// between two.
func engineNameOf(info *debug.BuildInfo) string {
	return "Kirke " + pseudoVersion.ReplaceAllString(originOf(info).Version, "dev-$1-$2")
}
