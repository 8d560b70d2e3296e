package problem

// ReadForTest and TextForTest read a problem in Popeye's language and print a report in it. Tests
// of this package's internals need them, but cannot import package popeye, which imports this one.
var (
	ReadForTest func(text string) (*Problem, error)
	TextForTest func(*Report) string
)
