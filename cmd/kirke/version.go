package main

import (
	"cmp"
	"fmt"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"
)

// buildInfo returns what the compiler wrote into the program about its origin.
func buildInfo() *debug.BuildInfo {
	if info, ok := debug.ReadBuildInfo(); ok {
		return info
	}
	return &debug.BuildInfo{GoVersion: runtime.Version()}
}

// origin is what a program was built from; what the build does not know is "".
type origin struct {
	Version  string `json:"version"` // of the module, "(devel)" where it is not known
	Commit   string `json:"commit,omitempty"`
	Time     string `json:"time,omitempty"`     // of the commit
	Modified bool   `json:"modified,omitempty"` // something was changed since the commit
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

// versionOf returns the version of the module, and in brackets the commit with its date, where the
// build knows them, and the compiler with its target.
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

// pseudoVersion is the version of a commit between two releases: its time and the first digits of its hash.
var pseudoVersion = regexp.MustCompile(`^v.*[-.](\d{8})\d{6}-([0-9a-f]{8})[0-9a-f]{4}(\+dirty)?$`)

// engineNameOf returns what chess programs call the engine: "Kirke v1.2.0" of a release,
// "Kirke dev-20261123-d4afb6a1" of a commit between two.
func engineNameOf(info *debug.BuildInfo) string {
	return "Kirke " + pseudoVersion.ReplaceAllString(originOf(info).Version, "dev-$1-$2")
}
