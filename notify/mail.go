package notify

import (
	"context"
	"errors"
	"fmt"
	netmail "net/mail"
	"net/netip"
	"net/url"
	"strconv"

	"github.com/wneessen/go-mail"
)

// Mailer is a mail server and the sender of mails.
type Mailer struct {
	from    *netmail.Address
	host    string
	options []mail.Option
}

// NewMailer returns a mailer that sends by an SMTP server: "smtps://USER:PASSWORD@HOST:PORT" for
// TLS from the start, "smtp://…" for TLS by STARTTLS. A server at this machine need not have TLS,
// nor one with "?tls=off". from is the sender, as "Kirke <kirke@example.org>".
func NewMailer(server, from string) (*Mailer, error) {
	m := &Mailer{}
	var err error
	if m.from, err = netmail.ParseAddress(from); err != nil {
		return nil, fmt.Errorf("the sender of mails is an address as kirke@example.org, not %q", from)
	}
	u, err := url.Parse(server)
	if err != nil { // the error of package url quotes the password
		return nil, errors.New("the mail server is an address as smtp://USER:PASSWORD@HOST:PORT")
	}
	m.host = u.Hostname()
	switch {
	case m.host == "" || u.Scheme != "smtp" && u.Scheme != "smtps":
		return nil, fmt.Errorf("the mail server is an address as smtp://USER:PASSWORD@HOST:PORT, not %q", u.Redacted())
	case u.Scheme == "smtps":
		m.options = append(m.options, mail.WithSSL(), mail.WithPort(mail.DefaultPortSSL))
	case u.Query().Get("tls") == "off":
		m.options = append(m.options, mail.WithTLSPolicy(mail.NoTLS), mail.WithPort(mail.DefaultPortTLS))
	case isHere(m.host):
		m.options = append(m.options, mail.WithTLSPolicy(mail.TLSOpportunistic), mail.WithPort(mail.DefaultPortTLS))
	default:
		m.options = append(m.options, mail.WithTLSPolicy(mail.TLSMandatory), mail.WithPort(mail.DefaultPortTLS))
	}
	if text := u.Port(); text != "" {
		port, err := strconv.Atoi(text)
		if err != nil {
			return nil, fmt.Errorf("the mail server has no port %s", text)
		}
		m.options = append(m.options, mail.WithPort(port))
	}
	if u.User != nil {
		password, _ := u.User.Password()
		m.options = append(m.options, mail.WithSMTPAuth(mail.SMTPAuthAutoDiscover),
			mail.WithUsername(u.User.Username()), mail.WithPassword(password))
	}
	m.options = append(m.options, mail.WithTimeout(sendWithin))
	_, err = mail.NewClient(m.host, m.options...)
	return m, err
}

// isHere reports whether a host is this machine.
func isHere(host string) bool {
	a, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && a.IsLoopback()
}

// letter is the text of a mail.
type letter struct {
	subject string
	body    string
	stop    string // the link that ends such mails, "" if the account needs them
}

// sendMail sends a mail about events to one person.
func (n *Sender) sendMail(ctx context.Context, items []item) error {
	l, err := n.letterOf(ctx, items)
	if err != nil {
		return err
	}
	first := items[0]
	m := mail.NewMsg(mail.WithNoDefaultUserAgent())
	if err := m.To(first.Address); err != nil {
		return refusedError{err.Error()}
	}
	m.FromMailAddress(n.mail.from)
	m.Subject(l.subject)
	m.SetDate()
	m.SetMessageIDWithValue(n.links.messageID(first.ID))
	m.SetGenHeader("Auto-Submitted", "auto-generated")
	if l.stop != "" { // one click, by RFC 8058
		m.SetGenHeader(mail.HeaderListUnsubscribe, "<"+l.stop+">")
		m.SetGenHeader(mail.HeaderListUnsubscribePost, "List-Unsubscribe=One-Click")
	}
	m.SetBodyString(mail.TypeTextPlain, l.body)
	client, err := mail.NewClient(n.mail.host, n.mail.options...)
	if err != nil {
		return err
	}
	err = client.DialAndSendWithContext(ctx, m)
	if m.IsDelivered() { // an error at the farewell changes nothing
		return nil
	}
	return mailError(err)
}

// mailError returns an error of sending without the address that it was sent to. What the server
// refuses for good about the recipient or the text is a refusedError; a refused sender or password
// is for the operator to mend.
func mailError(err error) error {
	if err == nil {
		return errors.New("the mail server said nothing")
	}
	failed, ok := errors.AsType[*mail.SendError](err)
	if !ok {
		return err
	}
	code := failed.ErrorCode()
	why := fmt.Sprintf("the mail server answered %d %s (%s)", code, failed.EnhancedStatusCode(), failed.Reason)
	about := failed.Reason == mail.ErrSMTPRcptTo || failed.Reason == mail.ErrSMTPDataClose
	if about && !failed.IsTemp() && code >= 500 {
		return refusedError{why}
	}
	return errors.New(why)
}
