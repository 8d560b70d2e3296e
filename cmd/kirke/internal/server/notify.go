package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/kirke-chess/kirke/notify"
	"github.com/kirke-chess/kirke/store"
)

// notifyFlags say how people are told of events outside the site.
type notifyFlags struct {
	URL       string        `name:"url" placeholder:"URL" help:"Address of the site as people know it, as https://chess.example.org, for links in mails (default: that of --acme)."`
	SMTP      string        `name:"smtp" placeholder:"URL" help:"Mail server: smtp://USER:PASSWORD@HOST:587 (STARTTLS) or smtps://USER:PASSWORD@HOST:465 (TLS). Prefer the environment (KIRKE_SMTP): other users of the machine see flags. Without it no mail is sent."`
	MailFrom  string        `name:"mail-from" placeholder:"ADDRESS" help:"Sender of mails, as 'Kirke <kirke@example.org>'."`
	MailAfter time.Duration `name:"mail-after" placeholder:"TIME" default:"1m" help:"How long a mail waits in case its event is seen on the site (default 1m)."`
}

// address returns the address of the site, "" if it is not known.
func (f notifyFlags) address(tls tlsFlags) string {
	if f.URL == "" && len(tls.Hosts) > 0 {
		return "https://" + tls.Hosts[0]
	}
	return f.URL
}

// mailer returns the mail server, nil for none. The error says what is wrong with the flags.
func (f notifyFlags) mailer(tls tlsFlags) (*notify.Mailer, error) {
	switch {
	case f.MailAfter <= 0:
		return nil, errors.New("--mail-after must be more than nothing")
	case f.SMTP == "":
		return nil, nil //nolint:nilnil // no mail is sent
	case f.MailFrom == "":
		return nil, errors.New("--smtp needs a sender: give --mail-from")
	case f.address(tls) == "":
		return nil, errors.New("--smtp needs the address of the site: give --url")
	}
	m, err := notify.NewMailer(f.SMTP, f.MailFrom)
	if err != nil {
		err = fmt.Errorf("--smtp: %w", err)
	}
	return m, err
}

// sender returns what tells people of events.
func (cmd *Serve) sender(ctx context.Context, games *store.Store, log *slog.Logger) (*notify.Sender, error) {
	m, err := cmd.Notify.mailer(cmd.TLS)
	if err != nil {
		return nil, err
	}
	return notify.New(ctx, notify.Options{Store: games, Log: log, URL: cmd.Notify.address(cmd.TLS), Mail: m})
}
