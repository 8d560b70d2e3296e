package chromium

import "github.com/chromedp/cdproto/webauthn"

// Passkeys gives the page an authenticator that holds passkeys and always says yes.
func (b *Tab) Passkeys() {
	b.Helper()
	call(b, webauthn.Enable, webauthn.EnableParams{})
	call(b, webauthn.AddVirtualAuthenticator, webauthn.AddVirtualAuthenticatorParams{Options: &webauthn.VirtualAuthenticatorOptions{
		Protocol: webauthn.AuthenticatorProtocolCtap2, Transport: webauthn.AuthenticatorTransportInternal,
		HasResidentKey: true, HasUserVerification: true, IsUserVerified: true, AutomaticPresenceSimulation: true,
	}})
}
