package chromium

import (
	"context"

	permissions "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/serviceworker"
	"github.com/chromedp/chromedp"
)

// Notifications lets the pages of an origin show notifications.
func (b *Tab) Notifications(origin string) {
	b.Helper()
	call(b, permissions.SetPermission, permissions.SetPermissionParams{
		Permission: &permissions.PermissionDescriptor{Name: "notifications"},
		Setting:    permissions.PermissionSettingGranted, Origin: origin, BrowserContextID: b.profile(),
	})
}

// profile returns whose cookies and permissions the tab has.
func (b *Tab) profile() cdp.BrowserContextID { return chromedp.FromContext(b.ctx).BrowserContextID }

// Clipboard lets a site read and write the clipboard.
func (b *Tab) Clipboard(origin string) {
	b.Helper()
	for _, name := range []string{"clipboard-read", "clipboard-write"} {
		call(b, permissions.SetPermission, permissions.SetPermissionParams{
			Permission: &permissions.PermissionDescriptor{Name: name},
			Setting:    permissions.PermissionSettingGranted, Origin: origin, BrowserContextID: b.profile(),
		})
	}
}

// Push delivers a push message to the service worker of an origin, which must be registered.
func (b *Tab) Push(origin, message string) {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	known := chromedp.Events(ctx, serviceworker.WorkerRegistrationUpdated)
	call(b, serviceworker.Enable, cdp.Empty{})
	defer call(b, serviceworker.Disable, cdp.Empty{}) // only Enable after it tells the workers again
	for event, err := range known {
		if err != nil {
			b.Fatal(err)
		}
		for _, r := range event.Registrations {
			if r.ScopeURL == origin+"/" && !r.IsDeleted {
				call(b, serviceworker.DeliverPushMessage, serviceworker.DeliverPushMessageParams{
					Origin: origin, RegistrationID: r.RegistrationID, Data: message,
				})
				return
			}
		}
	}
	b.Fatalf("%s has no service worker", origin)
}
