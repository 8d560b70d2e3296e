package account

// This file holds the second factor: codes of an app, and recovery codes.

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"image/png"
	"net/http"
	"strings"
	"time"
	"unicode"

	"github.com/pquerna/otp"
	"github.com/pquerna/otp/hotp"
	"github.com/pquerna/otp/totp"

	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web/internal/site"
	"github.com/kirke-chess/kirke/web/page"
)

// The second factor is a code by time (RFC 6238): six digits, a new one every 30 seconds. The code
// before and the one after are accepted too. Each works once. So does a recovery code in its place.
const (
	codeStep      = 30 // seconds
	recoveryCodes = 10
	factorLife    = 10 * time.Minute // to set it up, or to type a code after the password
)

// factorCookie names the half sign-in of a browser.
const factorCookie = "factor"

var errCode = play.Refuse(play.NotAllowed, "This code is wrong or no longer valid.")

// half is a sign-in with the right password that still needs a code.
type half struct {
	User  string `json:"user"`
	Back  string `json:"back"`
	Proof string `json:"proof"` // proofOf the person at the time
}

// proofOf returns a hash that changes with the password and the second factor: a change of either
// ends a half sign-in.
func proofOf(u store.User) string {
	sum := sha256.Sum256([]byte(u.PasswordHash() + " " + u.SecondFactor()))
	return hex.EncodeToString(sum[:])
}

// askCode keeps a half sign-in, and asks for the code.
func (a *Accounts) askCode(w http.ResponseWriter, r *http.Request, h half) error {
	if err := a.site.KeepForBrowser(w, r, factorCookie, h, factorLife); err != nil {
		return err
	}
	a.site.Show(w, r, page.CodePage(a.site.Frame(r, "Your code"), ""))
	return nil
}

// codeForm completes a half sign-in by the code.
func (a *Accounts) codeForm(w http.ResponseWriter, r *http.Request) {
	name := factorCookie + ":" + a.site.ReadCookie(r, factorCookie)
	h, u, err := a.halfSignIn(r.Context(), name)
	if store.IsNotFound(err) {
		http.Redirect(w, r, "/sign-in", http.StatusSeeOther)
		return
	}
	if err == nil {
		err = a.checkCode(r.Context(), u, r.FormValue("code"))
	}
	if err == nil {
		err = a.takeOnce(r.Context(), name) // another request may have been faster
	}
	if err == nil {
		a.site.DropCookie(w, r, factorCookie)
		err = a.signIn(w, r, u)
	}
	if err != nil {
		status := site.StatusOf(err, http.StatusInternalServerError)
		if status == http.StatusInternalServerError {
			a.site.ServerError(w, r, err)
			return
		}
		a.site.ShowStatus(w, r, status, page.CodePage(a.site.Frame(r, "Your code"), site.Sentence(r.Context(), err)))
		return
	}
	http.Redirect(w, r, site.LocalPath(h.Back), http.StatusSeeOther)
}

// halfSignIn returns the half sign-in that the store keeps under a name, and its person. The error
// has the code NotFound when there is none, or none any more.
func (a *Accounts) halfSignIn(ctx context.Context, name string) (h half, u store.User, err error) {
	data, found, err := a.store.Value(ctx, name)
	if err == nil && !found {
		err = play.Refuse(play.NotFound, "That took too long. Sign in again.")
	}
	if err == nil {
		err = json.Unmarshal(data, &h)
	}
	if err == nil {
		u, err = a.store.User(ctx, h.User)
	}
	if err == nil && (!u.HasSecondFactor() || h.Proof != proofOf(u)) {
		err = play.Refuse(play.NotFound, "Sign in again.")
	}
	return h, u, err
}

// takeOnce takes a value out of the store. It returns errCode if another request has taken it.
func (a *Accounts) takeOnce(ctx context.Context, name string) error {
	_, found, err := a.store.TakeValue(ctx, name)
	if err == nil && !found {
		return errCode
	}
	return err
}

// checkCode accepts a code or a recovery code, once. A person has a limited number of attempts.
// Strangers cannot use them up to lock the owner out: they would need the password first.
func (a *Accounts) checkCode(ctx context.Context, u store.User, text string) error {
	if !a.codes.Allow(u.ID) {
		return site.ErrTooMany
	}
	text = strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToUpper(r)
		}
		return -1
	}, text)
	var err error = errCode
	if step, ok := a.stepOf(u.SecondFactor(), text); ok {
		err = a.store.UseStep(ctx, u.ID, step)
	} else if len(text) > int(otp.DigitsSix) {
		_, err = a.store.UseRecovery(ctx, u.ID, text)
	}
	if play.CodeOf(err) == play.NotAllowed {
		a.site.Log.Warn("a code failed", "user", u.ID, "address", a.site.AddressMark(ctx))
	}
	return err
}

// stepOf returns the time step of a code. ok is false if the code is wrong or of another time.
func (a *Accounts) stepOf(secret, code string) (step int64, ok bool) {
	if secret == "" {
		return 0, false
	}
	now := a.site.Now().Unix() / codeStep
	for _, step := range []int64{now, now - 1, now + 1} {
		options := hotp.ValidateOpts{Digits: otp.DigitsSix, Algorithm: otp.AlgorithmSHA1}
		ok, err := hotp.ValidateCustom(code, uint64(step), secret, options)
		if err == nil && ok {
			return step, true
		}
	}
	return 0, false
}

// newFactorValue and the ID of a person are the name under which the store keeps a second factor
// that is being set up.
const newFactorValue = "new-factor:"

// newFactor begins to set up a second factor.
func (a *Accounts) newFactor(w http.ResponseWriter, r *http.Request) {
	a.factorOwner(w, r, func(p *site.Person) error {
		key, err := totp.Generate(totp.GenerateOpts{Issuer: "Kirke", AccountName: p.Name})
		if err != nil {
			return err
		}
		until := a.site.Now().Add(factorLife)
		if err := a.store.SetValue(r.Context(), newFactorValue+p.ID, []byte(key.URL()), until); err != nil {
			return err
		}
		return a.showFactor(w, r, key, nil)
	})
}

// showFactor shows a secret that is being set up, and why its first code was refused.
func (a *Accounts) showFactor(w http.ResponseWriter, r *http.Request, key *otp.Key, wrong error) error {
	picture, err := key.Image(200, 200)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := png.Encode(&b, picture); err != nil {
		return err
	}
	address := "data:image/png;base64," + base64.StdEncoding.EncodeToString(b.Bytes())
	data := page.NewFactor{Picture: address, Secret: key.Secret()}
	status := http.StatusOK
	if wrong != nil {
		data.Error, status = site.Sentence(r.Context(), wrong), http.StatusUnprocessableEntity
	}
	w.Header().Set("Cache-Control", "no-store")
	a.site.ShowStatus(w, r, status, page.NewFactorPage(a.site.Frame(r, "Second factor"), data))
	return nil
}

// keepFactor turns a second factor on when its first code is right, and shows the recovery codes.
func (a *Accounts) keepFactor(w http.ResponseWriter, r *http.Request) {
	a.factorOwner(w, r, func(p *site.Person) error {
		data, found, err := a.store.Value(r.Context(), newFactorValue+p.ID)
		if err != nil {
			return err
		}
		if !found {
			return play.Refuse(play.NotNow, "That took too long. Set it up again.")
		}
		key, err := otp.NewKeyFromURL(string(data))
		if err != nil {
			return err
		}
		step, ok := a.stepOf(key.Secret(), strings.ReplaceAll(r.FormValue("code"), " ", ""))
		if !ok {
			wrong := play.Refuse(play.Invalid, "That is not the code. Check the clock of your device.")
			return a.showFactor(w, r, key, wrong)
		}
		shown, plain := newRecoveryCodes()
		if err := a.takeOnce(r.Context(), newFactorValue+p.ID); err != nil { // another request was faster
			return err
		}
		factor := store.SecondFactor{Secret: key.Secret(), Step: step, Recovery: plain}
		if err := a.store.SetSecondFactor(r.Context(), p.ID, factor, p.Secret); err != nil {
			return err
		}
		a.site.TellUser(p.ID)
		a.log(r, "a second factor was set up", p.ID)
		w.Header().Set("Cache-Control", "no-store")
		a.site.Show(w, r, page.RecoveryPage(a.site.Frame(r, "Recovery codes"), shown))
		return nil
	})
}

// newRecoveryCodes returns recovery codes as they are shown, and as they are stored before hashing.
func newRecoveryCodes() (shown, plain []string) {
	for range recoveryCodes {
		code := rand.Text()[:24] // 120 bits, so that a plain hash of it is enough
		plain = append(plain, code)
		shown = append(shown, strings.Join([]string{code[:6], code[6:12], code[12:18], code[18:]}, "-"))
	}
	return shown, plain
}

// factorOwner calls do for somebody who may set up a second factor: a person with a password who
// has just signed in.
func (a *Accounts) factorOwner(w http.ResponseWriter, r *http.Request, do func(*site.Person) error) {
	p := site.PersonOf(r.Context())
	var err error
	switch {
	case p == nil || p.Guest:
		err = site.ErrNotSignedIn
	case !a.site.Proven(p):
		err = site.ErrUnproven
	case !p.HasPassword():
		err = play.Refuse(play.NotAllowed, "A second factor needs a password. Set one first.")
	case !a.codes.Allow(p.ID):
		err = site.ErrTooMany
	default:
		err = do(p)
	}
	if err != nil {
		a.site.Refuse(w, r, err)
	}
}

func (a *Accounts) dropFactor(r *http.Request, p *site.Person) (string, error) {
	if !a.site.Proven(p) {
		return "", site.ErrUnproven
	}
	defer a.site.TellUser(p.ID)
	a.log(r, "a second factor was dropped", p.ID)
	return "The second factor is off. All other sessions and tokens have ended.",
		a.store.SetSecondFactor(r.Context(), p.ID, store.SecondFactor{}, p.Secret)
}
