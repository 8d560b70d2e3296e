package storetest

import (
	"fmt"
	"strings"
	"time"

	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
)

// A draft is its owner's alone, and of two that change one revision the second is refused.
func drafts(f *fixture) {
	ann, bob := f.person("ann"), f.person("bob")
	first := store.Draft{Title: "Hopping Chess", File: "extends = \"chess\"\n", ForkOf: "chess", ForkVersion: 1}
	d, err := f.NewDraft(f.ctx, ann.ID, first)
	f.ok(err)
	want(f, "revision", d.Revision, 1)
	want(f, "owner", d.Owner, ann.ID)
	want(f, "where it comes from", fmt.Sprint(d.ForkOf, d.ForkVersion), "chess1")
	f.pass(time.Minute)
	d.Title, d.File = "Jumping Chess", "this is no game"
	changed, err := f.SaveDraft(f.ctx, ann.ID, d)
	f.ok(err)
	f.reopen()
	got, err := f.Draft(f.ctx, ann.ID, d.ID)
	f.ok(err)
	want(f, "draft", got, changed)
	want(f, "changed", got.Title+got.File, "Jumping Chessthis is no game")
	if got.Revision != 2 || !got.Updated.After(got.Created) {
		f.Errorf("the changed draft is %+v", got)
	}
	f.oneOf(atOnce(4, func(i int) error {
		mine := changed
		mine.Title = fmt.Sprint("tab ", i)
		_, err := f.SaveDraft(f.ctx, ann.ID, mine)
		return err
	}), play.Stale)

	_, err = f.Draft(f.ctx, bob.ID, d.ID)
	f.refused(err, play.NotFound)
	_, err = f.SaveDraft(f.ctx, bob.ID, changed)
	f.refused(err, play.NotFound)
	f.refused(f.DeleteDraft(f.ctx, bob.ID, d.ID), play.NotFound)
	second, err := f.NewDraft(f.ctx, ann.ID, first)
	f.ok(err)
	mine, err := f.Drafts(f.ctx, ann.ID)
	f.ok(err)
	want(f, "drafts", len(mine), 2)
	want(f, "files in a list", mine[0].File+mine[1].File, "")
	f.ok(f.DeleteDraft(f.ctx, ann.ID, d.ID))
	whole, err := f.WholeDrafts(f.ctx, ann.ID)
	f.ok(err)
	if len(whole) != 1 || whole[0].ID != second.ID || whole[0].File != first.File {
		f.Errorf("the drafts are %+v", whole)
	}
	for _, bad := range []store.Draft{
		{}, {Title: strings.Repeat("x", store.MaxGameName+1)}, {Title: "x\xff"},
		{Title: "x", File: strings.Repeat("x", store.MaxGameFile+1)}, {Title: "x", File: "\xff"},
		{Title: "x", File: "a\x00"},
	} {
		_, err := f.NewDraft(f.ctx, ann.ID, bad)
		f.refused(err, play.Invalid)
	}
}
