package notify

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
)

// What people are told, in words.

// sentence is an event in words: the subject of a mail or the title of a push message, what else
// is to be said, and the page about it.
type sentence struct {
	title, text, path string
}

// sentenceOf returns an event in words.
func sentenceOf(one item) sentence {
	s := sentence{text: gameName(one.Variant), path: "/g/" + one.Outgoing.Game}
	by := one.By
	switch one.Topic {
	case store.TurnTopic:
		s.title = "Your turn against " + by
		s.text += timeLeft(one)
	case store.DeadlineTopic:
		s.title = "Your time against " + by + " runs out"
		s.text += timeLeft(one)
	case store.ChallengeTopic:
		if one.Outgoing.Game == "" {
			s.title, s.path = by+" challenges you", "/lobby"
		} else {
			s.title = by + " offers a rematch"
		}
	case store.AcceptedTopic:
		s.title = by + " accepted your offer"
		if one.Detail == string(store.RematchAccepted) {
			s.title = by + " accepted the rematch"
		}
		if yourTurn(one.Delivery.Game, one.User) {
			s.text += ". It is your turn"
		}
	case store.EndTopic:
		s.title = "Your game against " + by + " has ended"
		s.text += ": " + EndText(one.Detail, seatOf(one.Delivery.Game, one.User))
	case store.MessageTopic:
		s.title = by + " " + MessageText(one.Detail)
	}
	s.text += "."
	return s
}

// MessageText says what an opponent has written or asked, by the detail of the event.
func MessageText(detail string) string {
	switch detail {
	case "draw":
		return "offers a draw"
	case "takeback":
		return "asks to take back a move"
	}
	return "wrote to you"
}

// EndText says how a game ended for a seat, by the detail of the event: "you won (resignation)".
func EndText(detail string, seat play.Seat) string {
	result, reason, _ := strings.Cut(detail, " ")
	e := play.Ended{Result: result, Reason: reason}
	text := "draw"
	switch {
	case reason == play.Aborted:
		return play.Aborted
	case e.Winner() == seat:
		text = "you won"
	case e.Winner() != "":
		text = "you lost"
	}
	if reason != "" {
		text += " (" + reason + ")"
	}
	return text
}

func gameName(variant string) string {
	if v, err := kirke.Lookup(variant); err == nil {
		return v.Name
	}
	return variant
}

func seatOf(m store.Summary, user string) play.Seat {
	if m.Players[1].User == user {
		return play.Black
	}
	return play.White
}

func yourTurn(m store.Summary, user string) bool { return !m.Over && m.Turn == seatOf(m, user) }

// timeLeft says how much time a person has for a move, "" where there is no clock.
func timeLeft(one item) string {
	if one.Left <= 0 {
		return ""
	}
	return ", " + Duration(one.Left) + " left"
}

// Duration returns a time as people say it: "2 days 5 hours".
func Duration(d time.Duration) string {
	count := func(n time.Duration, unit string) string {
		if n == 1 {
			return "1 " + unit
		}
		return fmt.Sprint(int(n), " ", unit, "s")
	}
	days, hours, minutes := d/play.Day, d%play.Day/time.Hour, d%time.Hour/time.Minute
	switch {
	case days > 0 && hours > 0:
		return count(days, "day") + " " + count(hours, "hour")
	case days > 0:
		return count(days, "day")
	case hours > 0:
		return count(hours, "hour")
	}
	return count(max(1, minutes), "minute")
}

// whyText says why somebody gets mail about a topic.
var whyText = map[store.Topic]string{
	store.TurnTopic:      "it is your turn",
	store.DeadlineTopic:  "your time runs out",
	store.ChallengeTopic: "somebody challenges you",
	store.AcceptedTopic:  "somebody accepts your offer",
	store.EndTopic:       "your game ends",
	store.MessageTopic:   "an opponent writes to you",
}

// letterOf writes a mail.
func (n *Sender) letterOf(ctx context.Context, items []item) (letter, error) {
	first := items[0]
	switch first.Topic {
	case store.ConfirmTopic:
		return n.confirmLetter(ctx, first)
	case store.ResetTopic:
		return n.resetLetter(ctx, first)
	case store.ChangedTopic:
		return n.changedLetter(first), nil
	}
	if first.Daily {
		return n.dailyLetter(items), nil
	}
	s := sentenceOf(first)
	l := letter{subject: s.title, stop: n.links.stop(first.User, Stop(first.Topic))}
	l.body = lines(
		"Hello "+first.Person.Name+",", "", s.title+".", s.text, "", n.links.to(s.path), "",
		"-- ",
		"You get this because you want mail when "+whyText[first.Topic]+".",
		"No more such mails: "+l.stop,
		"All choices: "+n.links.to(settingsPath))
	return l, nil
}

// settingsPath is the page where people choose what they are told.
const settingsPath = "/me/notifications"

func (n *Sender) dailyLetter(items []item) letter {
	first := items[0]
	l := letter{subject: "Your games", stop: n.links.stop(first.User, StopDaily)}
	text := []string{"Hello " + first.Person.Name + ",", "", "this is new since the last mail:"}
	for _, one := range items {
		s := sentenceOf(one)
		text = append(text, "", s.title+".", s.text, n.links.to(s.path))
	}
	text = append(text, "",
		"-- ",
		"You get this because you want one mail a day.",
		"No more daily mails: "+l.stop,
		"All choices: "+n.links.to(settingsPath))
	l.body = lines(text...)
	return l
}

func (n *Sender) confirmLetter(ctx context.Context, one item) (letter, error) {
	secret, err := n.store.NewConfirmation(ctx, one.User, one.Address)
	return letter{subject: "Confirm your mail address", body: lines(
		"Hello "+one.Person.Name+",", "",
		"confirm that this is your address, and Kirke can tell you about your games:", "",
		n.links.to("/mail/confirm/"+secret), "",
		"The link works once, for three days.",
		"If you did not ask for this, do nothing. There will be no more mail.")}, err
}

func (n *Sender) resetLetter(ctx context.Context, one item) (letter, error) {
	secret, err := n.store.NewReset(ctx, one.User)
	return letter{subject: "Set another password", body: lines(
		"Hello "+one.Person.Name+",", "",
		"somebody, probably you, wants to set another password for your account:", "",
		n.links.to("/reset/"+secret), "",
		"The link works once, for an hour.",
		"If it was not you, do nothing. Your password stays as it is.")}, err
}

func (n *Sender) changedLetter(one item) letter {
	return letter{subject: "Your " + one.Detail + " was changed", body: lines(
		"Hello "+one.Person.Name+",", "",
		"the "+one.Detail+" of your account was changed.",
		"If it was not you, set another password now and look at your sessions:", "",
		n.links.to("/me"))}
}

func lines(all ...string) string { return strings.Join(all, "\n") + "\n" }
