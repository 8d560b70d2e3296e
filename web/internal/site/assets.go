package site

// This file serves the style sheet, the scripts and the pictures.

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
)

// assets are the files of the site, compressed once. Addresses have a hash of the content, so that
// browsers keep the files.
type assets struct {
	byName map[string]*asset
}

type asset struct {
	kind           string // media type
	content, small []byte // small is compressed by gzip, nil if that saves nothing
	tag            string
}

func readAssets(files fs.FS) (*assets, error) {
	a := &assets{byName: map[string]*asset{}}
	return a, fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		a.byName[name], err = newAsset(name, content)
		return err
	})
}

func newAsset(name string, content []byte) (*asset, error) {
	kind := mime.TypeByExtension(path.Ext(name))
	if known := mediaTypes[path.Ext(name)]; known != "" {
		kind = known // the tables of this machine do not count
	}
	sum := sha256.Sum256(content)
	one := &asset{kind: kind, content: content, tag: hex.EncodeToString(sum[:8])}
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := z.Write(content); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	if b.Len() < len(content)*9/10 {
		one.small = b.Bytes()
	}
	return one, nil
}

var mediaTypes = map[string]string{
	".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml",
	".png": "image/png", ".woff2": "font/woff2", ".webmanifest": "application/manifest+json",
	".txt": "text/plain; charset=utf-8",
}

// url returns the address of a file.
func (a *assets) url(name string) string {
	if one, ok := a.byName[name]; ok {
		return StaticPath + name + "?v=" + one.tag
	}
	return StaticPath + name
}

// ServeStatic answers with a file. Other sites may use it: the board is made to be embedded.
func (s *Site) ServeStatic(w http.ResponseWriter, r *http.Request) {
	s.serveAsset(w, r, r.PathValue("name"))
}

// ServeWorker answers with the service worker. A worker serves the pages below its address.
func (s *Site) ServeWorker(w http.ResponseWriter, r *http.Request) {
	s.serveAsset(w, r, "service-worker.js")
}

func (s *Site) serveAsset(w http.ResponseWriter, r *http.Request, name string) {
	one, ok := s.assets.byName[name]
	if !ok {
		s.NotFound(w, r)
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
		if Accepts(r, "gzip") {
			h.Set("Content-Encoding", "gzip")
			content = one.small
		} else {
			h.Add("Vary", "Accept-Encoding")
		}
	}
	_, _ = w.Write(content) // fails when the client has gone
}

// Accepts reports whether a client reads an encoding.
func Accepts(r *http.Request, encoding string) bool {
	for _, part := range strings.Split(r.Header.Get("Accept-Encoding"), ",") {
		name, quality, _ := strings.Cut(strings.TrimSpace(part), ";")
		if strings.TrimSpace(name) == encoding {
			return strings.ReplaceAll(quality, " ", "") != "q=0"
		}
	}
	return false
}
