package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
)

// files are the style sheet, the scripts (bundled from web/client) and the pictures of the site.
//
//go:embed static
var files embed.FS

const staticPath = "/static/"

// assets are the files of the site, packed once, with addresses that change with
// their content so that browsers need not ask again.
type assets struct {
	byName map[string]*asset
}

type asset struct {
	kind           string // media type
	content, small []byte // small is packed by gzip, nil when that saves nothing
	tag            string
}

func readAssets() (*assets, error) {
	a := &assets{byName: map[string]*asset{}}
	return a, fs.WalkDir(files, "static", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := files.ReadFile(name)
		if err != nil {
			return err
		}
		kind := mime.TypeByExtension(path.Ext(name))
		if known := mediaTypes[path.Ext(name)]; known != "" {
			kind = known // whatever this machine's tables say
		}
		sum := sha256.Sum256(content)
		one := &asset{kind: kind, content: content, tag: hex.EncodeToString(sum[:8])}
		var b bytes.Buffer
		z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
		if err != nil {
			return err
		}
		if _, err := z.Write(content); err != nil {
			return err
		}
		if err := z.Close(); err != nil {
			return err
		}
		if b.Len() < len(content)*9/10 {
			one.small = b.Bytes()
		}
		a.byName[strings.TrimPrefix(name, "static/")] = one
		return nil
	})
}

var mediaTypes = map[string]string{
	".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml",
	".png": "image/png", ".webmanifest": "application/manifest+json", ".txt": "text/plain; charset=utf-8",
}

// url returns the address of a file.
func (a *assets) url(name string) string {
	if one, ok := a.byName[name]; ok {
		return staticPath + name + "?v=" + one.tag
	}
	return staticPath + name
}

// serveStatic answers with a file. Other sites may use them: the board is made to be
// embedded.
func (s *Server) serveStatic(w http.ResponseWriter, r *http.Request) {
	one, ok := s.assets.byName[r.PathValue("name")]
	if !ok {
		s.notFound(w, r)
		return
	}
	h := w.Header()
	h.Set("Content-Type", one.kind)
	h.Set("ETag", `"`+one.tag+`"`)
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	h.Set("Cache-Control", "public, no-cache")
	if r.URL.Query().Get("v") == one.tag {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	if r.Header.Get("If-None-Match") == h.Get("ETag") {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	content := one.content
	if one.small != nil {
		if accepts(r, "gzip") {
			h.Set("Content-Encoding", "gzip")
			content = one.small
		} else {
			h.Add("Vary", "Accept-Encoding")
		}
	}
	_, _ = w.Write(content) // a client that has gone
}
