package storetest

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
)

// People cannot exceed their quota, nor all guests of a network together theirs.
func quotas(f *fixture) {
	guest := func(network string) store.User {
		u, err := f.CreateGuest(f.ctx, network)
		f.ok(err)
		return u
	}
	offer := func(u store.User) error {
		_, _, err := f.PostSeek(f.ctx, store.SeekRequest{By: u.ID, Terms: terms("5+0")})
		return err
	}
	begin := func(u store.User) error {
		_, err := f.CreateGame(f.ctx, play.Beginning{Terms: terms("3d"), White: play.Player{User: u.ID, Name: u.Name},
			Black: play.Player{Level: 1}})
		return err
	}
	// full does a thing n times, and expects it to be refused the next time.
	full := func(what string, n int, do func() error) {
		f.Helper()
		for i := range n {
			if err := do(); err != nil {
				f.Fatalf("%s %d of %d: %v", what, i+1, n, err)
			}
		}
		f.refused(do(), play.NotAllowed)
	}
	for _, test := range []struct {
		what      string
		do        func(store.User) error
		one, many int
	}{
		{"offer", offer, store.GuestQuota.Offers, store.NetworkQuota.Offers},
		{"game", begin, store.GuestQuota.Games, store.NetworkQuota.Games},
	} {
		for done := 0; done < test.many; done += test.one {
			u := guest("here " + test.what)
			full(test.what+" of a guest", test.one, func() error { return test.do(u) })
		}
		late := guest("here " + test.what)
		f.refused(test.do(late), play.NotAllowed)
		f.ok(test.do(guest("elsewhere")))
		f.ok(test.do(guest("")))
		late, err := f.Register(f.ctx, late.ID, "late"+test.what, "")
		f.ok(err)
		f.ok(test.do(late)) // who has an account has a quota of one
	}
	ann := guest("")
	full("preset", store.GuestQuota.Presets, func() error {
		_, err := f.SavePreset(f.ctx, ann.ID, "mine", terms("5+0"))
		return err
	})
	full("study", store.GuestQuota.Studies, func() error {
		_, err := f.SaveStudy(f.ctx, ann.ID, store.Study{Name: "mine", Variant: "chess", PGN: "*"})
		return err
	})
	cat := guest("")
	full("bytes of studies", store.GuestQuota.StudyBytes/100_000, func() error {
		_, err := f.SaveStudy(f.ctx, cat.ID,
			store.Study{Name: "mine", Variant: "chess", PGN: strings.Repeat("ä", 50_000)})
		return err
	})
	full("draft", store.GuestQuota.Drafts, func() error {
		_, err := f.NewDraft(f.ctx, ann.ID, store.Draft{Title: "mine"})
		return err
	})
	full("bytes of drafts", store.GuestQuota.DraftBytes/60_000, func() error {
		_, err := f.NewDraft(f.ctx, cat.ID, store.Draft{Title: "mine", File: strings.Repeat("ä", 30_000)})
		return err
	})
	dan := guest("")
	f.some(store.GuestQuota.Studies, atOnce(store.GuestQuota.Studies+5, func(int) error {
		_, err := f.SaveStudy(f.ctx, dan.ID, store.Study{Name: "mine", Variant: "chess", PGN: "*"})
		return err
	}))
	text := strings.Repeat("ä", store.MaxNote/2)
	var last string
	full("note", store.GuestQuota.Notes/store.MaxNote, func() error {
		m := f.game(terms("3d"), ann, f.person(fmt.Sprintf("bob%s", store.NewID())))
		last = m.ID
		return f.SetNote(f.ctx, m.ID, ann.ID, text)
	})
	f.ok(f.SetNote(f.ctx, last, ann.ID, "short"))
}

// Of jobs that all share, one person asks for MaxAsked, and all for MaxShared.
func sharedJobs(f *fixture) {
	ask := func(id, by string) error {
		_, err := f.CreateJob(f.ctx, store.Job{ID: id, AskedBy: by, Kind: "analyse", Request: json.RawMessage(`{}`)})
		return err
	}
	f.some(store.MaxAsked, atOnce(8, func(i int) error { return ask(fmt.Sprint("ann", i), "ann") }))
	open, err := f.OpenJobs(f.ctx)
	f.ok(err)
	want(f, "open jobs", len(open), store.MaxAsked)
	f.refused(ask(open[0].ID, "bob"), play.Taken)
	f.ok(f.SetJob(f.ctx, open[0].ID, store.JobFailed, nil))
	f.ok(ask("again", "ann"))
	f.some(store.MaxShared-store.MaxAsked, atOnce(store.MaxShared, func(i int) error {
		return ask(fmt.Sprint("other", i), fmt.Sprint("person", i))
	}))
	if err := ask("last", "eve"); !errors.Is(err, store.ErrManyShared) {
		f.Errorf("one job too many is answered with %v", err)
	}
	_, err = f.CreateJob(f.ctx, store.Job{Kind: "solve", Request: json.RawMessage(`{}`)})
	f.ok(err)
}

// some checks that so many of some errors are nil, and the others refusals for a quota.
func (f *fixture) some(n int, errs []error) {
	f.Helper()
	done := 0
	for _, err := range errs {
		if err == nil {
			done++
		} else {
			f.refused(err, play.NotAllowed)
		}
	}
	want(f, "done", done, n)
}
