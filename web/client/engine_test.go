package client_test

import (
	"io/fs"
	"net/http"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke/internal/chromium"
	"github.com/kirke-chess/kirke/web/wasm"
)

// needsEngine skips a test if the engine for browsers is not built.
func needsEngine(t *testing.T) {
	t.Helper()
	files, err := wasm.Files()
	if err == nil {
		_, err = fs.Stat(files, "engine.wasm.gz")
	}
	if err != nil {
		t.Skip("the engine for browsers is not built: run make wasm")
	}
}

// asked is whether the page has asked the server for an address.
func asked(part string) string {
	return `performance.getEntriesByType("resource").some((e) => e.name.includes("` + part + `"))`
}

const engineButton = `document.querySelector(".engine button")`

// TestEngineInTheBrowser: the engine is loaded when it is turned on, shows depth, speed and several
// lines beyond what the server does, and goes on with the next position.
func TestEngineInTheBrowser(t *testing.T) {
	t.Parallel()
	needsEngine(t)
	for name, on := range map[string]chromium.Screen{"desk": chromium.Desk, "phone": chromium.Phone} {
		b := onPage(t, on, "/analysis", "variant", "seirawan", "moves", "e4")
		b.Wait(current + ` === "e4"`)
		if chromium.Eval[bool](b.Tab, asked("engine")) {
			t.Error("the engine is loaded before it is turned on")
		}
		b.set(`document.querySelector(".engine select")`, "3")
		b.tap(engineButton)
		b.Wait(`document.querySelectorAll(".engine li").length === 3 &&
			/depth \d+, [\d,]+k positions/.test(document.querySelector(".engine .depth").textContent)`)
		b.Shoot("engine-" + name)
		chromium.Eval[bool](b.Tab, `(scrollTo(0, 0), true)`)
		b.press("e7", "e5")
		b.Wait(current + ` === "e5"`)
		b.Wait(`document.querySelectorAll(".engine li").length === 3`)
		b.Wait(`document.querySelector(".engine li button").textContent !== ""`)
		// A line of the engine is played from its own position. One of the position before, still in
		// the list, may begin with the move that is there already.
		b.Wait(`(document.querySelector(".engine li button").click(),
			document.querySelectorAll(".movelist button").length >= 3)`)
		b.tap(engineButton)
		b.Wait(engineButton + `.textContent === "Engine"`)
		if chromium.Eval[bool](b.Tab, asked("/analyse?")) {
			t.Error("the server's engine was asked")
		}
		if chromium.Eval[bool](b.Tab, `!`+asked("/analyse/permission")) {
			t.Error("the server was not asked whether the engine may judge the position")
		}
		for _, text := range b.Complaints() {
			t.Error(text)
		}
	}
}

// TestEngineOfTheServer: a browser that cannot run the engine uses the server's, and says so.
func TestEngineOfTheServer(t *testing.T) {
	t.Parallel()
	b := onPage(t, chromium.Desk, "/analysis", "variant", "chess")
	b.Wait(`document.querySelector(".movelist")?.textContent.includes("Play a move")`)
	chromium.Eval[bool](b.Tab, `(window.Worker = undefined, true)`)
	b.tap(engineButton)
	b.Wait(`document.querySelectorAll(".engine li").length === 1 && ` + asked("/analyse?"))
	b.Wait(`document.querySelector(".engine").textContent.includes("The server thinks for ten seconds")`)
}

// TestPolicyOfTheEngine: only the worker of the engine may compile WebAssembly.
func TestPolicyOfTheEngine(t *testing.T) {
	t.Parallel()
	at := site(t)
	for path, may := range map[string]bool{
		"/static/engine-worker.js": true, "/static/board.js": false, "/analysis": false,
	} {
		response, err := http.Get(at + path)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		policy := response.Header.Get("Content-Security-Policy")
		if strings.Contains(policy, "wasm-unsafe-eval") != may || !strings.Contains(policy, "default-src 'none'") {
			t.Errorf("%s has the policy %q", path, policy)
		}
	}
}
