package guard

// This file compresses answers.

import (
	"compress/gzip"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"

	"github.com/kirke-chess/kirke/web/internal/site"
)

// coding is a way to compress answers.
type coding struct {
	name    string    // in the headers of HTTP
	writers sync.Pool // of compressor, for reuse: each has 0.8 (gzip) or 2 MB
}

// compressor compresses what is written to it.
type compressor interface {
	io.WriteCloser
	Flush() error
	Reset(to io.Writer)
}

// codings are in the order in which they are preferred. Pages and pictures by brotli are smaller by a
// tenth than by gzip.
var codings = []*coding{
	{name: "br", writers: sync.Pool{New: func() any {
		return brotli.NewWriterOptions(io.Discard, brotli.WriterOptions{Quality: 5, LGWin: 18})
	}}},
	{name: "gzip", writers: sync.Pool{New: func() any { return gzip.NewWriter(io.Discard) }}},
}

// compressed compresses text for clients that can read it. Streams and compressed files stay as
// they are.
func compressed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		i := slices.IndexFunc(codings, func(c *coding) bool { return site.Accepts(r, c.name) })
		if i < 0 || r.Header.Get("Upgrade") != "" || r.Method == http.MethodHead {
			next.ServeHTTP(w, r)
			return
		}
		z := &packer{ResponseWriter: w, coding: codings[i]}
		defer z.close()
		next.ServeHTTP(z, r)
	})
}

// packer compresses an answer if its type is worth it.
type packer struct {
	http.ResponseWriter
	coding  *coding
	zip     compressor // nil while nothing is compressed
	decided bool
}

func (z *packer) WriteHeader(status int) {
	z.decide(status)
	z.ResponseWriter.WriteHeader(status)
}

// packed are the media types that are worth compressing.
var packed = map[string]bool{
	"text/html": true, "text/css": true, "text/plain": true, "text/javascript": true, "image/svg+xml": true,
	"application/atom+xml": true, "text/calendar": true, "application/manifest+json": true,
	"application/json": true, "application/problem+json": true, "application/x-chess-pgn": true,
}

func (z *packer) decide(status int) {
	if z.decided || status < 200 {
		return
	}
	z.decided = true
	h := z.Header()
	kind, _, _ := strings.Cut(h.Get("Content-Type"), ";")
	if !packed[kind] {
		return
	}
	h.Add("Vary", "Accept-Encoding")
	if h.Get("Content-Encoding") != "" || status == http.StatusNoContent || status == http.StatusNotModified {
		return
	}
	h.Set("Content-Encoding", z.coding.name)
	h.Del("Content-Length")
	z.zip = z.coding.writers.Get().(compressor)
	z.zip.Reset(z.ResponseWriter)
}

func (z *packer) Write(b []byte) (int, error) {
	if !z.decided {
		if z.Header().Get("Content-Type") == "" {
			z.Header().Set("Content-Type", http.DetectContentType(b))
		}
		z.decide(http.StatusOK)
	}
	if z.zip != nil {
		return z.zip.Write(b)
	}
	return z.ResponseWriter.Write(b)
}

// Unwrap lets http.ResponseController reach the connection.
func (z *packer) Unwrap() http.ResponseWriter { return z.ResponseWriter }

// Flush implements http.Flusher.
func (z *packer) Flush() {
	if z.zip != nil {
		_ = z.zip.Flush() // its error comes again with the next write
	}
	_ = http.NewResponseController(z.ResponseWriter).Flush() // a writer that cannot be flushed needs no flush
}

func (z *packer) close() {
	if z.zip == nil {
		return
	}
	_ = z.zip.Close() // fails when the client has gone
	z.zip.Reset(io.Discard)
	z.coding.writers.Put(z.zip)
	z.zip = nil
}
