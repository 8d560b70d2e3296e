package notices

// This file turns push messages on and off, browser by browser.

import (
	"encoding/json"
	"net/http"

	"github.com/kirke-chess/kirke/notify"
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web/internal/site"
	"github.com/kirke-chess/kirke/web/message"
)

// subscription is a PushSubscription as browsers write it.
type subscription struct {
	Endpoint string `json:"endpoint"`
	Keys     struct {
		Auth   string `json:"auth"`
		P256dh string `json:"p256dh"`
	} `json:"keys"`
}

// subscribe turns push messages on in a browser. They end with its session.
func (n *Notices) subscribe(w http.ResponseWriter, r *http.Request, p *site.Person) {
	if err := n.addBrowser(r, p); err != nil {
		n.site.Refuse(w, r, err)
		return
	}
	n.site.Flash(w, r, "This browser now shows push messages.")
	site.WriteJSON(w, struct{}{})
}

func (n *Notices) addBrowser(r *http.Request, p *site.Person) error {
	if err := n.site.MayAct(r.Context(), p.ID); err != nil {
		return err
	}
	const most = 4 << 10
	var in subscription
	if err := json.NewDecoder(http.MaxBytesReader(nil, r.Body, most)).Decode(&in); err != nil {
		return play.Refuse(play.Invalid, "That is not a subscription to push messages.")
	}
	b := store.Subscription{
		User: p.ID, Token: p.Token.ID, Label: p.Token.Label,
		Endpoint: in.Endpoint, Auth: in.Keys.Auth, Key: in.Keys.P256dh,
	}
	if err := notify.CheckSubscription(b); err != nil {
		return play.Refuse(play.Invalid, "%s", site.Sentence(r.Context(), err))
	}
	return n.store.Subscribe(r.Context(), b)
}

// unsubscribe turns push messages off in a browser.
func (n *Notices) unsubscribe(r *http.Request, p *site.Person) (string, error) {
	said := message.Key("That browser shows no more push messages.")
	return said, n.store.Unsubscribe(r.Context(), p.ID, r.FormValue("id"))
}
