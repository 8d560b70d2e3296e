package view_test

import (
	"flag"
	"testing"
)

// TestMain plays fewer random games by default, so that the tests take a few seconds. make soak
// plays more.
func TestMain(m *testing.M) {
	_ = flag.Set("rapid.checks", "5")
	m.Run()
}
