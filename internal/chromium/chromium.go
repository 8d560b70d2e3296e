// Package chromium is a browser for tests: pages on screens of any size, used by mouse, finger or
// keyboard. Tests are skipped where there is no Chromium.
//
// Begin with chromium.go (the browser and its tabs), then hand.go (how a page is used, also by keys
// alone). passkeys.go gives a page an authenticator, push.go sends push messages.
package chromium

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// patience is how long Wait waits, on a machine that is busy with other things.
const patience = 40 * time.Second

// Screen is a window, and how it is used.
type Screen struct {
	Width, Height int64
	Scale         float64 // device pixels for a CSS pixel; 0 is 1
	Touch         bool    // a phone: fingers, no mouse
	Dark          bool    // the user prefers dark colours
	Alone         bool    // the tab shares no cookies and no storage with others
	Motion        bool    // the user does not mind motion
	Notified      bool    // the browser shows notifications, which takes more of the machine
}

// Screens to test on.
var (
	Desk  = Screen{Width: 1000, Height: 820}
	Phone = Screen{Width: 360, Height: 740, Touch: true}
)

var errNone = errors.New("needs Chromium (Debian: chromium; KIRKE_CHROMIUM names another)")

// browser is a browser of this process, started when it is first needed. It ends with the process, whose
// pipe it reads.
type browser struct {
	names   []string // of the program, the first that is there
	once    sync.Once
	ctx     context.Context
	err     error
	started atomic.Bool

	mu       sync.Mutex
	profiles map[string]cdp.BrowserContextID // the cookies and storage of each test, by its name
}

// whole is Chromium itself.
var whole = &browser{names: []string{os.Getenv("KIRKE_CHROMIUM"), "chromium", "chromium-browser", "google-chrome"}}

// shell is Chromium without windows and notifications, which takes a third of the time, where it is there.
var shell = &browser{names: slices.Insert(slices.Clone(whole.names), 1, "chromium-headless-shell")}

// start returns the context of the browser.
func (b *browser) start() (context.Context, error) {
	b.once.Do(func() { b.ctx, b.err = b.launch() })
	return b.ctx, b.err
}

func (b *browser) launch() (context.Context, error) {
	for _, name := range b.names {
		found, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		options := append(chromedp.DefaultExecAllocatorOptions[:],
			chromedp.ExecPath(found), chromedp.NoSandbox, chromedp.DisableGPU,
			chromedp.Flag("accept-lang", "en-US")) // the shell has no language else
		allocator, _ := chromedp.NewExecAllocator(context.Background(), options...)
		ctx, _ := chromedp.NewContext(allocator)
		b.started.Store(true)
		b.profiles = map[string]cdp.BrowserContextID{}
		return ctx, chromedp.Do(ctx)
	}
	return nil, errNone
}

// Close ends the browsers that were started. TestMain calls it.
func Close() {
	for _, b := range []*browser{whole, shell} {
		if !b.started.Load() {
			continue
		}
		if ctx, err := b.start(); err == nil {
			_ = chromedp.Cancel(ctx) // the process ends anyway
		}
	}
}

// profile returns what the tabs of a test and its subtests share. Tests run beside each other, so
// no other test shares it.
func (b *browser) profile(t testing.TB) cdp.BrowserContextID {
	t.Helper()
	test, _, _ := strings.Cut(t.Name(), "/")
	b.mu.Lock()
	defer b.mu.Unlock()
	id, made := b.profiles[test]
	if !made {
		answer, err := cdp.Call(b.ctx, chromedp.FromContext(b.ctx).Browser,
			target.CreateBrowserContext, target.CreateBrowserContextParams{})
		if err != nil {
			t.Fatal(err)
		}
		id = answer.BrowserContextID
		b.profiles[test] = id
	}
	return id
}

// Tab is a page of the browser in a test. Its methods end the test when the browser does not do
// what they say.
type Tab struct {
	testing.TB
	ctx    context.Context
	screen Screen
	mu     sync.Mutex
	wrong  []string
}

// Open opens an address. The test fails at its end if the page has thrown an error or broken a
// policy.
func Open(t testing.TB, on Screen, address string) *Tab {
	t.Helper()
	b := shell
	if on.Notified {
		b = whole
	}
	parent, err := b.start()
	if errors.Is(err, errNone) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	shared := chromedp.WithNewBrowserContext()
	if !on.Alone {
		shared = chromedp.WithExistingBrowserContext(b.profile(t))
	}
	ctx, cancel := chromedp.NewContext(parent, shared)
	t.Cleanup(cancel)
	tab := &Tab{TB: t, ctx: ctx, screen: on}
	messages := chromedp.Console(ctx)
	go func() {
		for m, err := range messages {
			if err != nil {
				return
			}
			if m.IsException() || m.Type == "error" {
				tab.mu.Lock()
				tab.wrong = append(tab.wrong, strings.TrimSpace(m.String()+" "+m.URL))
				tab.mu.Unlock()
			}
		}
	}()
	t.Cleanup(func() {
		for _, text := range tab.Complaints() {
			t.Errorf("the page complains: %s", text)
		}
	})
	if err := chromedp.Do(ctx); err != nil { // the tab lives as long as the context of its first use
		t.Fatal(err)
	}
	motion, scheme := "reduce", "light"
	if on.Motion {
		motion = "no-preference"
	}
	if on.Dark {
		scheme = "dark"
	}
	call(tab, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
		Width: on.Width, Height: on.Height, DeviceScaleFactor: cmp.Or(on.Scale, 1), Mobile: on.Touch,
	})
	call(tab, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: on.Touch})
	call(tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: motion},
	}})
	tab.Go(address)
	return tab
}

// Complaints returns the errors of the page since they were last asked for.
func (b *Tab) Complaints() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	said := b.wrong
	b.wrong = nil
	return said
}

// Go opens another address and waits until it has loaded.
func (b *Tab) Go(address string) {
	b.Helper()
	if err := chromedp.Do(b.ctx, chromedp.Navigate(address)); err != nil {
		b.Fatal(err)
	}
}

// In makes a subtest the one that fails from now on.
func (b *Tab) In(t testing.TB) { b.TB = t }

// Eval returns the value of a JavaScript expression in the page. It waits for a promise.
func Eval[T any](b *Tab, expression string) T {
	b.Helper()
	value, err := evaluate[T](b, expression)
	if err != nil {
		b.Fatalf("%s: %v", expression, err)
	}
	return value
}

func evaluate[T any](b *Tab, expression string) (T, error) {
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	return chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
}

// Wait waits until an expression is true. Errors on the way do not matter, as when the page is
// another one by now.
func (b *Tab) Wait(expression string) {
	b.Helper()
	if ok, err := b.comesTo("!!(" + expression + ")"); !ok {
		said, _ := evaluate[string](b, statuses) // of a page that is gone there is nothing to say
		b.Fatalf("it never came to %s (%v); the page says %q", expression, err, said)
	}
}

// statuses gives what a page and its board say of their state.
const statuses = `[document, document.querySelector("kirke-board")?.shadowRoot]
	.flatMap((root) => [...(root?.querySelectorAll("[role=status], [role=alert], .said, .error") ?? [])])
	.map((e) => e.textContent.trim()).filter(Boolean).join(" | ")`

// comesTo is Wait for a script that gives a truth. The error is the last one.
func (b *Tab) comesTo(script string) (ok bool, err error) {
	pause := 10 * time.Millisecond // longer each time: to ask is most of the work of a test
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(pause) {
		if ok, err = evaluate[bool](b, script); err == nil && ok {
			return true, nil
		}
		pause = min(2*pause, 160*time.Millisecond)
	}
	return false, err
}

// Point is a place in the window, in pixels.
type Point struct{ X, Y float64 }

// Middle returns the middle of the element that an expression gives.
func (b *Tab) Middle(element string) Point {
	b.Helper()
	return Eval[Point](b, `(() => {
		const r = (`+element+`).getBoundingClientRect()
		return {X: r.x + r.width / 2, Y: r.y + r.height / 2} })()`)
}

// Press clicks on a place, or taps it on a screen for fingers.
func (b *Tab) Press(at Point) {
	b.Helper()
	b.Drag(at)
}

// Drag presses at the first place, moves to the others and lets go at the last.
func (b *Tab) Drag(way ...Point) {
	b.Helper()
	if b.screen.Touch {
		b.finger(way)
		return
	}
	b.mouse(input.MouseButtonLeft, 0, way)
}

// DragWith is Drag by mouse with modifier keys, as in Draw.
func (b *Tab) DragWith(modifiers int64, way ...Point) {
	b.Helper()
	b.mouse(input.MouseButtonLeft, modifiers, way)
}

// Draw is Drag with the right button and modifier keys: 1 Alt, 2 Ctrl, 8 Shift.
func (b *Tab) Draw(modifiers int64, way ...Point) {
	b.Helper()
	b.mouse(input.MouseButtonRight, modifiers, way)
}

// Hover moves the mouse to a place.
func (b *Tab) Hover(at Point) {
	b.Helper()
	call(b, input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: chromedp.MouseMoved, X: at.X, Y: at.Y})
}

func (b *Tab) mouse(button input.MouseButton, modifiers int64, way []Point) {
	b.Helper()
	held := map[input.MouseButton]int64{input.MouseButtonLeft: 1, input.MouseButtonRight: 2}[button]
	event := func(kind input.DispatchMouseEventType, at Point, buttons int64) {
		call(b, input.DispatchMouseEvent, input.DispatchMouseEventParams{
			Type: kind, X: at.X, Y: at.Y, Button: button, Buttons: buttons, ClickCount: 1, Modifiers: modifiers,
		})
	}
	b.Hover(way[0])
	event(chromedp.MousePressed, way[0], held)
	for _, at := range way[1:] {
		event(chromedp.MouseMoved, at, held)
	}
	event(chromedp.MouseReleased, way[len(way)-1], 0)
}

func (b *Tab) finger(way []Point) {
	b.Helper()
	event := func(kind input.DispatchTouchEventType, at ...*input.TouchPoint) {
		if at == nil {
			at = []*input.TouchPoint{}
		}
		call(b, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: at})
	}
	event(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: way[0].X, Y: way[0].Y})
	for _, at := range way[1:] {
		event(input.DispatchTouchEventTypeTouchMove, &input.TouchPoint{X: at.X, Y: at.Y})
	}
	event(input.DispatchTouchEventTypeTouchEnd)
}

// Hold presses a finger on a place, calls meanwhile, and lets go there, or at the end of a way.
func (b *Tab) Hold(at Point, meanwhile func(), way ...Point) {
	b.Helper()
	touch := func(kind input.DispatchTouchEventType, at ...*input.TouchPoint) {
		if at == nil {
			at = []*input.TouchPoint{}
		}
		call(b, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: at})
	}
	touch(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: at.X, Y: at.Y})
	meanwhile()
	for _, to := range way {
		touch(input.DispatchTouchEventTypeTouchMove, &input.TouchPoint{X: to.X, Y: to.Y})
	}
	touch(input.DispatchTouchEventTypeTouchEnd)
}

// Keys presses keys one after the other. Package kb has those that print nothing.
func (b *Tab) Keys(keys string) {
	b.Helper()
	if err := chromedp.Do(b.ctx, chromedp.KeyEvent(keys)); err != nil {
		b.Fatal(err)
	}
}

// HasAxe reports whether KIRKE_AXE names the file axe.min.js of the npm package axe-core, which is
// no part of Kirke.
func HasAxe() bool { return os.Getenv("KIRKE_AXE") != "" }

// NeedsAxe skips a test without it.
func NeedsAxe(t testing.TB) {
	t.Helper()
	if !HasAxe() {
		t.Skip("needs axe-core: KIRKE_AXE names its axe.min.js")
	}
}

// Axe returns all barriers for people with disabilities that axe-core finds. Without axe-core the
// test is skipped.
func (b *Tab) Axe() []string {
	b.Helper()
	NeedsAxe(b)
	script, err := os.ReadFile(os.Getenv("KIRKE_AXE"))
	if err != nil {
		b.Fatal(err)
	}
	if ok, err := b.comesTo(string(script) + `; typeof axe === "object"`); !ok {
		b.Fatalf("the page does not take axe-core (%v)", err)
	}
	return Eval[[]string](b, `axe.run(document, { resultTypes: ["violations"] }).then((r) => r.violations
		.flatMap((v) => v.nodes.map((n) =>
			v.id + " (" + v.impact + "): " + n.target.flat().join(" ") + ": " + n.failureSummary)))`)
}

// OnPaper shows the page as it is printed.
func (b *Tab) OnPaper() {
	b.Helper()
	call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
}

// Shoot writes a picture of the window into the folder that KIRKE_SHOTS names. Without it, it does
// nothing.
func (b *Tab) Shoot(name string) {
	b.Helper()
	dir := os.Getenv("KIRKE_SHOTS")
	if dir == "" {
		return
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), b.capture(), 0o644); err != nil {
		b.Fatal(err)
	}
}

// Picture returns a picture of the window, in device pixels.
func (b *Tab) Picture() image.Image {
	b.Helper()
	picture, err := png.Decode(bytes.NewReader(b.capture()))
	if err != nil {
		b.Fatal(err)
	}
	return picture
}

func (b *Tab) capture() []byte {
	b.Helper()
	return call(b, page.CaptureScreenshot, page.CaptureScreenshotParams{}).Data
}

// call runs a command of the protocol.
func call[P, R any](b *Tab, command cdp.Command[P, R], params P) R {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	result, err := chromedp.Call(ctx, command, params)
	if err != nil {
		b.Fatalf("%s: %v", command.Method, err)
	}
	return result
}
