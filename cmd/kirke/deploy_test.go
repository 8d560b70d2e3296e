package main

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"io/fs"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"go.yaml.in/yaml/v3"

	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
)

// deployed is the folder of the examples for operators.
const deployed = "../../deploy"

func example(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(deployed, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// program returns the path of a Debian program, or skips the test.
func program(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		path = filepath.Join("/usr/sbin", name)
		if _, err := os.Stat(path); err != nil {
			t.Skipf("there is no %s here", name)
		}
	}
	return path
}

// TestProxies serves through nginx and Caddy, with the example files but for names, ports and
// certificates. Pages, cookies, sockets and the clients' addresses reach the server as it expects
// them.
func TestProxies(t *testing.T) {
	t.Parallel()
	certificate, key := filepath.Join(t.TempDir(), "cert.pem"), filepath.Join(t.TempDir(), "key.pem")
	writeCert(t, certificate, key)
	for name, start := range map[string]func(t *testing.T, server string) (address string){
		"nginx": func(t *testing.T, server string) string {
			nginx, ports, dir := program(t, "nginx"), freePorts(t, 2), t.TempDir()
			write(t, filepath.Join(dir, "kirke.conf"), changed(t, example(t, "nginx.conf"),
				"127.0.0.1:8080", server, "listen 80;", "listen "+ports[0]+";", "listen 443 ssl",
				"listen "+ports[1]+" ssl",
				"/etc/ssl/kirke/fullchain.pem", certificate, "/etc/ssl/kirke/privkey.pem", key))
			write(t, filepath.Join(dir, "nginx.conf"),
				strings.ReplaceAll("daemon off; pid DIR/pid; error_log stderr; events {} http { access_log off; "+
					"client_body_temp_path DIR/b; proxy_temp_path DIR/p; fastcgi_temp_path DIR/f; "+
					"uwsgi_temp_path DIR/u; scgi_temp_path DIR/s; include DIR/kirke.conf; }", "DIR", dir))
			background(t, exec.Command(nginx, "-p", dir, "-c", filepath.Join(dir, "nginx.conf")))
			return ports[1]
		},
		"caddy": func(t *testing.T, server string) string {
			caddy, ports, dir := program(t, "caddy"), freePorts(t, 1), t.TempDir()
			// Without these Caddy needs port 80, and installs its own certificate authority.
			alone := "{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n}\n"
			write(t, filepath.Join(dir, "Caddyfile"), alone+example(t, "Caddyfile"))
			_, port, _ := strings.Cut(ports[0], ":")
			cmd := exec.Command(caddy, "run", "--adapter", "caddyfile", "--config", filepath.Join(dir, "Caddyfile"))
			cmd.Env = append(os.Environ(), "KIRKE_HOST=localhost:"+port, "KIRKE_SERVERS="+server, "HOME="+dir,
				"XDG_DATA_HOME="+dir, "XDG_CONFIG_HOME="+dir)
			background(t, cmd)
			return ports[0]
		},
	} {
		t.Run(name, func(t *testing.T) {
			address, end := serving(t, "--proxied", "--db", filepath.Join(t.TempDir(), "kirke.db"))
			defer end()
			throughProxy(t, start(t, strings.TrimPrefix(address, "http://")))
		})
	}
}

// changed replaces texts, all of which must occur.
func changed(t *testing.T, text string, pairs ...string) string {
	t.Helper()
	for i := 0; i < len(pairs); i += 2 {
		if !strings.Contains(text, pairs[i]) {
			t.Fatalf("there is no %s in it", pairs[i])
		}
		text = strings.ReplaceAll(text, pairs[i], pairs[i+1])
	}
	return text
}

// background runs a program for the duration of the test.
func background(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	var said lastLines
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(os.Interrupt)
		_ = cmd.Wait()
		if t.Failed() {
			t.Logf("%s said: %s", cmd.Path, said.String())
		}
	})
}

// throughProxy plays as a browser behind a proxy.
func throughProxy(t *testing.T, address string) {
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(address)
	transport := &http.Transport{
		TLSClientConfig: &tls.Config{InsecureSkipVerify: true, ServerName: "localhost"},
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return (&net.Dialer{}).DialContext(ctx, network, address)
		},
	}
	defer transport.CloseIdleConnections()
	client := &http.Client{Transport: transport, Jar: jar, Timeout: 10 * time.Second}
	base := "https://localhost:" + port
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		r, err := client.Get(base + "/readyz")
		if err == nil {
			r.Body.Close()
			if r.StatusCode == http.StatusOK {
				break
			}
		}
		if time.Now().After(end) {
			t.Fatalf("nothing gets through: %v", err)
		}
	}
	form := func(path string, fields url.Values) *http.Response {
		t.Helper()
		r, err := http.NewRequest(http.MethodPost, base+path, strings.NewReader(fields.Encode()))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Origin", base)
		r.Header.Set("X-Forwarded-For", "192.0.2.1") // the proxy must not trust it
		answer, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		return answer
	}
	made := form("/register", url.Values{"name": {"Ann"}, "password": {"correct horse Ann"}, "back": {"/me"}})
	if made.StatusCode != http.StatusOK || made.Request.URL.Path != "/me" ||
		made.Header.Get("Strict-Transport-Security") == "" {
		t.Fatalf("an account: %d at %s", made.StatusCode, made.Request.URL)
	}
	session := ""
	for _, c := range jar.Cookies(made.Request.URL) {
		if c.Name == "__Host-kirke" {
			session = c.Value
		}
	}
	if session == "" {
		t.Errorf("the cookies are %v", jar.Cookies(made.Request.URL))
	}
	created := form("/offers", url.Values{"variant": {"seirawan"}, "clock": {"5+3"}, "opponent": {"computer"},
		"level": {"1"}, "colour": {"white"}})
	if !strings.HasPrefix(created.Request.URL.Path, "/g/") {
		t.Fatalf("a game with the computer: %d at %s", created.StatusCode, created.Request.URL)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	live := "wss://localhost:" + port + created.Request.URL.Path + "/live"
	conn, _, err := websocket.Dial(ctx, live, &websocket.DialOptions{
		HTTPClient: client, HTTPHeader: http.Header{"Origin": {base}, "Cookie": {"__Host-kirke=" + session}},
	})
	if err != nil {
		t.Fatal(err)
	}
	conn.SetReadLimit(1 << 20)
	defer func() { _ = conn.CloseNow() }()
	seated{t, conn}.move(1, "e4")
	seated{t, conn}.sees(2) // the computer has answered
}

// TestUnits: systemd accepts the units, and rates them as hardly exposed.
func TestUnits(t *testing.T) {
	analyze := program(t, "systemd-analyze")
	here, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"kirke.service", "kirke-worker.service"} {
		file := filepath.Join(t.TempDir(), name)
		write(t, file, changed(t, example(t, name), "/usr/local/bin/kirke", here))
		said, err := exec.Command(analyze, "verify", file).CombinedOutput()
		for line := range strings.Lines(string(said)) {
			if strings.Contains(line, name) {
				t.Errorf("%s: %s", name, line)
			}
		}
		if err != nil && len(said) == 0 {
			t.Errorf("%s: %v", name, err)
		}
		said, err = exec.Command(analyze, "security", "--offline=true", "--threshold=20", file).CombinedOutput()
		if err != nil {
			t.Errorf("%s is more exposed than 2.0: %v: %s", name, err, said)
		}
	}
}

// TestCompose: the program accepts the command lines of the containers, and all their volumes and
// networks are defined.
func TestCompose(t *testing.T) {
	var file struct {
		Services map[string]struct {
			Image    string
			Command  []string
			Volumes  []string
			Networks []string
		}
		Networks, Volumes map[string]any
	}
	text := regexp.MustCompile(`\$\{KIRKE_SECRET:\?\}`).ReplaceAllString(example(t, "compose.yaml"), "secret")
	if err := yaml.Unmarshal([]byte(text), &file); err != nil {
		t.Fatal(err)
	}
	kinds := map[string]int{}
	for name, s := range file.Services {
		kinds[s.Image]++
		for _, v := range s.Volumes {
			if from, _, _ := strings.Cut(v, ":"); !strings.HasPrefix(from, "./") {
				if _, ok := file.Volumes[from]; !ok {
					t.Errorf("%s: there is no volume %s", name, from)
				}
			}
		}
		for _, n := range s.Networks {
			if _, ok := file.Networks[n]; !ok {
				t.Errorf("%s: there is no network %s", name, n)
			}
		}
		if s.Image == "kirke" {
			code, out, said := inProcess(t.Context(), "", append(s.Command, "--check-config")...)
			if code != console.ExitOK {
				t.Errorf("%s: kirke %v ends with %d: %s%s", name, s.Command, code, out, said)
			}
		}
	}
	if kinds["kirke"] != 4 || kinds["nats:2"] != 3 || kinds["postgres:17"] != 1 || kinds["caddy:2"] != 1 {
		t.Errorf("there are %v", kinds)
	}
}

// TestDashboards: the dashboards and alerts ask only for metrics that exist.
func TestDashboards(t *testing.T) {
	var source bytes.Buffer
	for _, dir := range []string{"internal/server", "../../web", "../../bus", "../../notify"} {
		err := filepath.WalkDir(dir, func(name string, _ fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
				return err
			}
			text, err := os.ReadFile(name)
			source.Write(text)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if !json.Valid([]byte(example(t, "grafana.json"))) {
		t.Error("grafana.json is no JSON")
	}
	var rules map[string]any
	if err := yaml.Unmarshal([]byte(example(t, "alerts.yaml")), &rules); err != nil {
		t.Error(err)
	}
	asked := map[string]bool{}
	for _, name := range []string{"grafana.json", "alerts.yaml"} {
		for _, metric := range regexp.MustCompile(`\bkirke_[a-z_]+`).FindAllString(example(t, name), -1) {
			asked[regexp.MustCompile(`_(bucket|count|sum)$`).ReplaceAllString(metric, "")] = true
		}
	}
	if len(asked) < 12 {
		t.Errorf("they ask for %v only", asked)
	}
	for metric := range asked {
		if !strings.Contains(source.String(), `"`+metric+`"`) &&
			!strings.Contains(source.String(), `"`+strings.TrimPrefix(metric, "kirke_bus_")+`"`) {
			t.Errorf("there is no figure %s", metric)
		}
	}
	guide := example(t, "../docs/operating.md")
	for _, alarm := range regexp.MustCompile(`alert: (\w+)`).FindAllStringSubmatch(example(t, "alerts.yaml"), -1) {
		if !strings.Contains(guide, alarm[1]) {
			t.Errorf("docs/operating.md does not say what %s means", alarm[1])
		}
	}
}
