package server

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
	"github.com/kirke-chess/kirke/store"
)

// Admin is kirke admin, which works in the database of a server.
type Admin struct {
	Do   string `arg:"" enum:"show,role,password-only,log" help:"show NAME: show what is known of a person. role NAME admin|moderator|none: give them a role. password-only NAME: drop their second factor and end their sessions. log: show and verify what moderators have done."`
	Name string `arg:"" optional:"" help:"A person's name."`
	Role string `arg:"" optional:"" help:"admin, moderator or none."`
	DB   string `name:"db" default:"kirke.db" placeholder:"FILE" env:"KIRKE_DB" help:"Database of the server, as for 'kirke serve' (default kirke.db). The server may be running."`

	As console.JSONFlags `embed:""`
}

// Help returns examples.
func (*Admin) Help() string {
	return console.Examples("kirke admin role Ann admin",
		"kirke admin role Ann none --db postgres://db.example.org/kirke", "kirke admin show Ann",
		"kirke admin password-only Ann", "kirke admin log")
}

// Run opens the database and does what the operator asks.
func (cmd *Admin) Run(c *console.Console) error {
	if err := checkExists(cmd.DB); err != nil {
		return err
	}
	games, err := openStore(c.Ctx, cmd.DB, store.Options{})
	if err != nil {
		return err
	}
	return errors.Join(cmd.do(c, games), games.Close())
}

func (cmd *Admin) do(c *console.Console, games *store.Store) error {
	ctx := c.Ctx
	if cmd.Do == "log" {
		return writeLog(c, games)
	}
	if cmd.Name == "" {
		return fmt.Errorf("%s: give the name of a person", cmd.Do)
	}
	u, err := games.UserByName(ctx, cmd.Name)
	if err != nil {
		return fmt.Errorf("%s: %w", cmd.Name, err)
	}
	switch cmd.Do {
	case "role":
		role := store.Role(cmd.Role)
		if cmd.Role == "none" {
			role = store.NoRole
		} else if cmd.Role == "" {
			return errors.New("give a role: admin, moderator or none")
		}
		if err := games.SetRole(ctx, store.Operator, u.ID, role); err != nil {
			return err
		}
	case "password-only":
		if !u.HasSecondFactor() {
			return fmt.Errorf("%s has no second factor", u.Name)
		}
		if err := games.DropSecondFactor(ctx, store.Operator, u.ID); err != nil {
			return err
		}
	}
	if u, err = games.User(ctx, u.ID); err != nil {
		return err
	}
	return show(c, u)
}

// show writes what is known of a person.
func show(c *console.Console, u store.User) error {
	if c.JSON {
		return json.NewEncoder(c.Out).Encode(u)
	}
	fmt.Fprintf(c.Out, "%s, ID %s, here since %s, last seen %s\n",
		u.Name, u.ID, u.Created.Format(time.DateOnly), u.Seen.Format("2006-01-02 15:04"))
	if u.Guest {
		fmt.Fprintln(c.Out, "A guest")
	}
	if u.Role != store.NoRole {
		fmt.Fprintf(c.Out, "Role: %s\n", u.Role)
	}
	if !u.Closed.IsZero() {
		fmt.Fprintf(c.Out, "Closed since %s\n", u.Closed.Format(time.DateOnly))
	}
	if u.HasSecondFactor() {
		fmt.Fprintln(c.Out, "Has a second factor")
	}
	return nil
}

// writeLog writes the log of the moderators. It returns ErrFound if somebody has changed it.
func writeLog(c *console.Console, games *store.Store) error {
	const page = 1000
	for after := 0; ; after += page {
		acts, err := games.AuditLog(c.Ctx, after, page)
		for _, a := range acts {
			if c.JSON {
				err = errors.Join(err, json.NewEncoder(c.Out).Encode(a))
			} else {
				fmt.Fprintf(c.Out, "%d  %s  %s: %s %s %s\n",
					a.Seq, a.At.Format(time.DateTime), a.By, a.Act, a.About, a.Detail)
			}
		}
		if errors.Is(err, store.ErrAuditLog) {
			fmt.Fprintln(c.Err, err)
			return console.ErrFound
		}
		if err != nil || len(acts) < page {
			return err
		}
	}
}
