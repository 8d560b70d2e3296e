package site

// This file serves the style sheet, the scripts and the pictures.

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
)

// assets are the files of the site, compressed once: by gzip when they are read, and by brotli, which
// makes them a tenth smaller, at the first request of a browser that reads it. Addresses have a hash
// of the content, so that browsers keep the files.
type assets struct {
	byName map[string]*asset
}

// EngineWorker is the script of the worker that runs the engine. It alone may compile WebAssembly:
// a worker has the policy that comes with its script.
const EngineWorker = "engine-worker.js"

const enginePolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"

type asset struct {
	kind    string // media type
	content []byte // nil if only small is here
	small   []byte // compressed by gzip; nil if that saves nothing
	tag     string

	// smallest returns the file compressed by brotli. It is nil where small is, or content is.
	smallest func() []byte
}

// shrunk has the functions smallest by tag, for all sites of the process: the best compression takes
// about a tenth of a second for the largest script.
var shrunk sync.Map

func readAssets(folders ...fs.FS) (*assets, error) {
	a := &assets{byName: map[string]*asset{}}
	for _, files := range folders {
		err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || path.Ext(name) == ".md" {
				return err
			}
			content, err := fs.ReadFile(files, name)
			if err != nil {
				return err
			}
			if whole, compressed := strings.CutSuffix(name, ".gz"); compressed {
				a.byName[whole] = &asset{kind: kindOf(whole), small: content, tag: tagOf(content)}
				return nil
			}
			a.byName[name], err = newAsset(name, content)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return a, nil
}

// kindOf returns the media type of a file by its name. The tables of this machine do not count.
func kindOf(name string) string {
	if known := mediaTypes[path.Ext(name)]; known != "" {
		return known
	}
	return mime.TypeByExtension(path.Ext(name))
}

func tagOf(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:8])
}

func newAsset(name string, content []byte) (*asset, error) {
	one := &asset{kind: kindOf(name), content: content, tag: tagOf(content)}
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
		smallest, _ := shrunk.LoadOrStore(one.tag, sync.OnceValue(func() []byte { return brotlied(content) }))
		one.smallest, _ = smallest.(func() []byte)
	}
	return one, nil
}

func brotlied(content []byte) []byte {
	var b bytes.Buffer
	z := brotli.NewWriterLevel(&b, brotli.BestCompression)
	_, _ = z.Write(content) // a buffer has no errors
	_ = z.Close()
	return b.Bytes()
}

var mediaTypes = map[string]string{
	".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml",
	".png": "image/png", ".woff2": "font/woff2", ".webmanifest": "application/manifest+json",
	".txt": "text/plain; charset=utf-8", ".wasm": "application/wasm",
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
	if name == EngineWorker {
		h.Set("Content-Security-Policy", enginePolicy)
	}
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
		h.Add("Vary", "Accept-Encoding")
		switch {
		case one.smallest != nil && Accepts(r, "br"):
			h.Set("Content-Encoding", "br")
			content = one.smallest()
		case Accepts(r, "gzip"):
			h.Set("Content-Encoding", "gzip")
			content = one.small
		}
	}
	if content == nil {
		copyWhole(w, one.small)
		return
	}
	_, _ = w.Write(content) // fails when the client has gone
}

// copyWhole writes what is only here compressed to a client that does not read gzip.
func copyWhole(w io.Writer, small []byte) {
	if z, err := gzip.NewReader(bytes.NewReader(small)); err == nil {
		_, _ = io.Copy(w, z) // fails when the client has gone
	}
}

// Has reports whether a file is on this site.
func (s *Site) Has(name string) bool { return s.assets.byName[name] != nil }

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
