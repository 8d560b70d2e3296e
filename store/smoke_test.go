package store_test

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
)

func TestSmoke(t *testing.T) {
	ctx := context.Background()
	s, err := store.Open(ctx, filepath.Join(t.TempDir(), "k.db"), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	a, err := s.CreateUser(ctx, "ann", "x")
	if err != nil {
		t.Fatal(err)
	}
	b, _ := s.CreateGuest(ctx)
	k, _, err := s.PostSeek(ctx, store.SeekRequest{By: a.ID, Terms: play.Terms{Variant: "seirawan", Control: play.Live(5*time.Minute, 0)}, Color: play.White})
	if err != nil {
		t.Fatal(err)
	}
	m, err := s.TakeSeek(ctx, k.ID, b.ID)
	if err != nil {
		t.Fatal(err)
	}
	d, err := s.Do(ctx, m.ID, a.ID, play.Command{Do: play.MakeMove, Ply: 1, Text: "Nf3/H", ID: "q"})
	t.Logf("%+v %v", d, err)
	if err := s.Backup(ctx, filepath.Join(t.TempDir(), "b.db")); err != nil {
		t.Fatal(err)
	}
	p, err := s.Search(ctx, store.Query{Player: a.ID})
	t.Logf("%+v %v", p, err)
}
