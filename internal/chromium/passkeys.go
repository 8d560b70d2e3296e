package chromium

import "github.com/chromedp/cdproto/webauthn"

// Passkeys gives the page an authenticator that keeps passkeys and always confirms.
func (b *Tab) Passkeys() {
	b.Helper()
	call(b, webauthn.Enable, webauthn.EnableParams{})
	options := &webauthn.VirtualAuthenticatorOptions{
		Protocol: webauthn.AuthenticatorProtocolCtap2, Transport: webauthn.AuthenticatorTransportInternal,
		HasResidentKey: true, HasUserVerification: true, IsUserVerified: true, AutomaticPresenceSimulation: true,
	}
	call(b, webauthn.AddVirtualAuthenticator, webauthn.AddVirtualAuthenticatorParams{Options: options})
}
