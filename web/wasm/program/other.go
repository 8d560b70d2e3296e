//go:build !(js && wasm)

package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "This program is for browsers: make wasm builds it.")
	os.Exit(2)
}
