package jobs

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/variantfile"
)

// A worker may have no store, and then knows no published game. The tasks of a job therefore carry the
// files of those that its request names.

// What names a published game and a version of it in a request.
var (
	inRequest        = regexp.MustCompile(store.GamePrefix + `[a-z0-9_.-]+`)
	versionInRequest = regexp.MustCompile(`"rulesVersion":\s*(\d{1,6})\b`)
)

// mostNamed is how many published games a request brings at most. It is about one.
const mostNamed = 2

// filesOf returns the files of the published games that a request names: their latest version, and
// the one that it names.
func filesOf(request []byte) []string {
	var files []string
	var ids []string
	for _, id := range inRequest.FindAll(request, -1) {
		ids = append(ids, string(id))
	}
	slices.Sort(ids)
	found := 0
	for _, id := range slices.Compact(ids) {
		v, err := kirke.Lookup(id)
		if err != nil || v.ID != id || found == mostNamed {
			continue
		}
		found++
		versions := []*kirke.Variant{v}
		if at := versionInRequest.FindSubmatch(request); at != nil {
			n, _ := strconv.Atoi(string(at[1])) // digits only
			if older, err := kirke.LookupVersion(id, n); err == nil && n != v.Version {
				versions = append(versions, older)
			}
		}
		for _, v := range versions {
			var b strings.Builder
			if variantfile.Write(&b, v) == nil {
				files = append(files, b.String())
			}
		}
	}
	return files
}

// brought are the games that tasks have brought to this program.
var brought struct {
	sync.Mutex
	once  sync.Once
	games map[string][]*kirke.Variant // by ID, the versions in the order of their numbers
}

// maxBrought is how many games are kept. All are forgotten when there are more: each task brings its own.
const maxBrought = 200

// know makes the games of files known to package rules, unless they are already.
func know(files []string) error {
	for _, file := range files {
		v, err := variantfile.Read("", []byte(file))
		if err != nil {
			return err
		}
		if _, err := kirke.LookupVersion(v.ID, v.Version); err == nil {
			continue
		}
		bring(v)
	}
	return nil
}

func bring(v *kirke.Variant) {
	brought.once.Do(func() { rules.RegisterSource(store.GamePrefix, findBrought) })
	brought.Lock()
	defer brought.Unlock()
	if len(brought.games) >= maxBrought || brought.games == nil {
		brought.games = map[string][]*kirke.Variant{}
	}
	all := append(slices.Clone(brought.games[v.ID]), v)
	slices.SortFunc(all, func(a, b *kirke.Variant) int { return a.Version - b.Version })
	brought.games[v.ID] = all
}

// findBrought is a rules.Source.
func findBrought(id string, version int) *kirke.Variant {
	brought.Lock()
	defer brought.Unlock()
	all := brought.games[id]
	for i, v := range all {
		if v.Version == version || version == 0 && i == len(all)-1 {
			return v
		}
	}
	return nil
}
