//go:build !unix

package wire

// lock does nothing where files cannot be locked.
func lock(string) (release func(), err error) { return func() {}, nil }
