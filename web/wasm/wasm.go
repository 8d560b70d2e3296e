// Package wasm has the engine for browsers: WebAssembly, compressed, and the script of Go that
// starts it. make builds both into the folder built, which is otherwise empty but for a note. A
// program without them is whole: its pages use the server's engine.
//
// The folder program is what is compiled.
package wasm

import (
	"embed"
	"io/fs"
)

//go:embed built
var built embed.FS

// Files returns the files that were built: engine.wasm.gz and wasm_exec.js, or none.
func Files() (fs.FS, error) { return fs.Sub(built, "built") }
