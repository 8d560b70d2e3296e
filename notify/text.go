package notify

import (
	"context"
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
func sentenceOf(in Speech, one item) sentence {
	game, by := gameName(one.Variant), one.By
	s := sentence{text: game + ".", path: "/g/" + one.Outgoing.Game}
	switch one.Topic {
	case store.TurnTopic:
		s.title = say(in, "Your turn against %s", by)
		s.text = withTime(in, game, one)
	case store.DeadlineTopic:
		s.title = say(in, "Your time against %s runs out", by)
		s.text = withTime(in, game, one)
	case store.ChallengeTopic:
		if one.Outgoing.Game == "" {
			s.title, s.path = say(in, "%s challenges you", by), "/lobby"
		} else {
			s.title = say(in, "%s offers a rematch", by)
		}
	case store.AcceptedTopic:
		s.title = say(in, "%s accepted your offer", by)
		if one.Detail == string(store.RematchAccepted) {
			s.title = say(in, "%s accepted the rematch", by)
		}
		if yourTurn(one.Delivery.Game, one.User) {
			s.text = say(in, "%s. It is your turn.", game)
		}
	case store.EndTopic:
		s.title = say(in, "Your game against %s has ended", by)
		s.text = game + ": " + endText(in, one.Detail, seatOf(one.Delivery.Game, one.User)) + "."
	case store.MessageTopic:
		s.title = messageText(in, by, one.Detail)
	}
	return s
}

// messageText says what an opponent has written or asked, by the detail of the event.
func messageText(in Speech, by, detail string) string {
	switch detail {
	case "draw":
		return say(in, "%s offers a draw", by)
	case "takeback":
		return say(in, "%s asks to take back a move", by)
	}
	return say(in, "%s wrote to you", by)
}

// EndText says in English how a game ended for a seat, by the detail of the event: "you won
// (resignation)".
func EndText(detail string, seat play.Seat) string { return endText(english{}, detail, seat) }

// endText says how a game ended for a seat. The reason is in the words of package play.
func endText(in Speech, detail string, seat play.Seat) string {
	result, reason, _ := strings.Cut(detail, " ")
	e := play.Ended{Result: result, Reason: reason}
	text := say(in, "draw")
	switch {
	case reason == play.Aborted:
		return say(in, "aborted")
	case e.Winner() == seat:
		text = say(in, "you won")
	case e.Winner() != "":
		text = say(in, "you lost")
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

// withTime names a game, and how much time a person has for a move if there is a clock.
func withTime(in Speech, game string, one item) string {
	if one.Left <= 0 {
		return game + "."
	}
	return say(in, "%s, %s left.", game, duration(in, one.Left))
}

// Duration returns a time as people say it in English: "2 days 5 hours".
func Duration(d time.Duration) string { return duration(english{}, d) }

func duration(in Speech, d time.Duration) string {
	days, hours, minutes := int(d/play.Day), int(d%play.Day/time.Hour), int(d%time.Hour/time.Minute)
	ofDays := func() string { return count(in, days, "%d day", "%d days") }
	ofHours := func() string { return count(in, hours, "%d hour", "%d hours") }
	switch {
	case days > 0 && hours > 0:
		return ofDays() + " " + ofHours()
	case days > 0:
		return ofDays()
	case hours > 0:
		return ofHours()
	}
	return count(in, max(1, minutes), "%d minute", "%d minutes")
}

// whyText says why somebody gets mail about a topic.
func whyText(in Speech, topic store.Topic) string {
	switch topic {
	case store.TurnTopic:
		return say(in, "You get this because you want mail when it is your turn.")
	case store.DeadlineTopic:
		return say(in, "You get this because you want mail when your time runs out.")
	case store.ChallengeTopic:
		return say(in, "You get this because you want mail when somebody challenges you.")
	case store.AcceptedTopic:
		return say(in, "You get this because you want mail when somebody accepts your offer.")
	case store.EndTopic:
		return say(in, "You get this because you want mail when your game ends.")
	}
	return say(in, "You get this because you want mail when an opponent writes to you.")
}

// letterOf writes a mail.
func (n *Sender) letterOf(ctx context.Context, items []item) (letter, error) {
	in, first := n.speech, items[0]
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
	s := sentenceOf(in, first)
	l := letter{subject: s.title, stop: n.links.stop(first.User, Stop(first.Topic))}
	l.body = lines(
		say(in, "Hello %s,", first.Person.Name), "", s.title+".", s.text, "", n.links.to(s.path), "",
		"-- ",
		whyText(in, first.Topic),
		say(in, "No more such mails: %s", l.stop),
		say(in, "All choices: %s", n.links.to(settingsPath)))
	return l, nil
}

// settingsPath is the page where people choose what they are told.
const settingsPath = "/me/notifications"

func (n *Sender) dailyLetter(items []item) letter {
	in, first := n.speech, items[0]
	l := letter{subject: say(in, "Your games"), stop: n.links.stop(first.User, StopDaily)}
	text := []string{say(in, "Hello %s,", first.Person.Name), "", say(in, "this is new since the last mail:")}
	for _, one := range items {
		s := sentenceOf(in, one)
		text = append(text, "", s.title+".", s.text, n.links.to(s.path))
	}
	text = append(text, "",
		"-- ",
		say(in, "You get this because you want one mail a day."),
		say(in, "No more daily mails: %s", l.stop),
		say(in, "All choices: %s", n.links.to(settingsPath)))
	l.body = lines(text...)
	return l
}

func (n *Sender) confirmLetter(ctx context.Context, one item) (letter, error) {
	in := n.speech
	secret, err := n.store.NewConfirmation(ctx, one.User, one.Address)
	return letter{subject: say(in, "Confirm your mail address"), body: lines(
		say(in, "Hello %s,", one.Person.Name), "",
		say(in, "confirm that this is your address, and Kirke can tell you about your games:"), "",
		n.links.to("/mail/confirm/"+secret), "",
		say(in, "The link works once, for three days."),
		say(in, "If you did not ask for this, do nothing. There will be no more mail."))}, err
}

func (n *Sender) resetLetter(ctx context.Context, one item) (letter, error) {
	in := n.speech
	secret, err := n.store.NewReset(ctx, one.User)
	return letter{subject: say(in, "Set another password"), body: lines(
		say(in, "Hello %s,", one.Person.Name), "",
		say(in, "somebody, probably you, wants to set another password for your account:"), "",
		n.links.to("/reset/"+secret), "",
		say(in, "The link works once, for an hour."),
		say(in, "If it was not you, do nothing. Your password stays as it is."))}, err
}

func (n *Sender) changedLetter(one item) letter {
	in := n.speech
	subject, what := say(in, "Your password was changed"), say(in, "the password of your account was changed.")
	if one.Detail == "address" {
		subject, what = say(in, "Your address was changed"), say(in, "the address of your account was changed.")
	}
	return letter{subject: subject, body: lines(
		say(in, "Hello %s,", one.Person.Name), "",
		what,
		say(in, "If it was not you, set another password now and look at your sessions:"), "",
		n.links.to("/me"))}
}

func lines(all ...string) string { return strings.Join(all, "\n") + "\n" }
