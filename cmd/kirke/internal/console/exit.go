package console

import (
	"context"
	"errors"
	"syscall"
)

// How a command ends: the exit codes, and the errors that stand for them. Next: flags.go.

// The exit codes.
const (
	ExitOK          = 0
	ExitFound       = 1   // the command found something wrong: bad games, wrong counts
	ExitInput       = 2   // the input makes no sense
	ExitLimit       = 3   // a limit of the problem ended the solving early
	ExitSignal      = 128 // plus the number of the signal that stopped it: 143 is SIGTERM
	ExitInterrupted = 130 // Ctrl-C
)

// Errors of commands that have already reported what they found.
var (
	ErrFound       = errors.New("something was found wrong")         // ExitFound
	ErrLimit       = errors.New("a limit was reached")               // ExitLimit
	ErrBadProblems = errors.New("some problems could not be solved") // ExitInput
)

// SignalError is the cause of a context that a signal has ended.
type SignalError struct{ Signal syscall.Signal }

func (s SignalError) Error() string { return "stopped by " + s.Signal.String() }

// ExitCode returns the exit code for the error of a command. For an error that has yet to be
// reported, reported is false and the code is ExitInput.
func (c *Console) ExitCode(err error) (code int, reported bool) {
	var by SignalError
	switch {
	case err == nil:
		return ExitOK, true
	case errors.Is(err, ErrFound):
		return ExitFound, true
	case errors.Is(err, ErrLimit):
		return ExitLimit, true
	case errors.Is(err, ErrBadProblems):
		return ExitInput, true
	case errors.As(err, &by), errors.Is(err, context.Canceled) && errors.As(context.Cause(c.Ctx), &by):
		return ExitSignal + int(by.Signal), true
	case errors.Is(err, context.Canceled):
		return ExitInterrupted, true
	}
	return ExitInput, false
}
