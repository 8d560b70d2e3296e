// Package client is the source of the scripts of the pages, in TypeScript; README.md says how it is
// built and what it offers. There is no Go in it but the tests, which play on the board in
// Chromium.
package client

//go:generate go run ../../tool/bundle ../..
