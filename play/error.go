package play

import (
	"errors"
	"fmt"
	"strconv"
)

// Code says what kind of refusal an Error is, for programs.
type Code string

// The codes.
const (
	Invalid    Code = "invalid"     // the request makes no sense, whatever the state of the game
	Illegal    Code = "illegal"     // the rules of the game forbid the move
	Stale      Code = "stale"       // the game has gone on since the player looked
	NotYours   Code = "not_yours"   // it is for somebody else to do, or to see
	NotNow     Code = "not_now"     // it cannot be done at this point of the game
	GameOver   Code = "game_over"   // the game has ended
	NotFound   Code = "not_found"   // there is no such thing
	Taken      Code = "taken"       // somebody else was first: a name, a seek
	NotAllowed Code = "not_allowed" // the person may not do this at all
)

// Error is a refusal: a code for programs, a sentence for the reader and, where
// there is one, the cause.
type Error struct {
	Code    Code
	Message string
	Cause   error
}

// Error returns the sentence.
func (e *Error) Error() string { return e.Message }

// Unwrap returns the cause, nil when there is none.
func (e *Error) Unwrap() error { return e.Cause }

// CodeOf returns the code of an Error anywhere in err's chain, "" when there is
// none: what went wrong is then not for the player to mend.
func CodeOf(err error) Code {
	var e *Error
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

func refuse(c Code, format string, args ...any) *Error {
	return &Error{Code: c, Message: fmt.Sprintf(format, args...)}
}

func because(c Code, err error) *Error {
	return &Error{Code: c, Message: err.Error(), Cause: err}
}

func itoa(n int) string { return strconv.Itoa(n) }
