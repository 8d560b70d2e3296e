package play

import (
	"errors"
	"fmt"
)

// Code classifies an Error, for programs.
type Code string

// The codes.
const (
	Invalid    Code = "invalid"     // the request is wrong in any state of the game
	Illegal    Code = "illegal"     // the rules of the game forbid the move
	Stale      Code = "stale"       // the game has moved on since the player looked
	NotYours   Code = "not_yours"   // only somebody else may do or see this
	NotNow     Code = "not_now"     // not at this point of the game
	GameOver   Code = "game_over"   // the game has ended
	NotFound   Code = "not_found"   // it does not exist
	Taken      Code = "taken"       // somebody else was first: a name, an offer
	NotAllowed Code = "not_allowed" // this person may never do this
)

// Error is an error for the person who asked: a code for programs, a sentence to show, and the
// cause if there is one. A sentence of Refuse has its format and values, so that it can be said in
// other languages.
type Error struct {
	Code    Code
	Message string
	Cause   error

	Format string // of the message, "" if it has none
	Values []any
}

// Error returns the sentence.
func (e *Error) Error() string { return e.Message }

// Unwrap returns the cause, nil for none.
func (e *Error) Unwrap() error { return e.Cause }

// CodeOf returns the code of the Error in err's chain, "" for none. An error without a code is not
// the player's to mend.
func CodeOf(err error) Code {
	var e *Error
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

// Refuse returns a refusal with a sentence for the reader.
func Refuse(c Code, format string, args ...any) *Error {
	return &Error{Code: c, Message: fmt.Sprintf(format, args...), Format: format, Values: args}
}

func refuse(c Code, format string, args ...any) *Error { return Refuse(c, format, args...) }

func wrapError(c Code, err error) *Error {
	return &Error{Code: c, Message: err.Error(), Cause: err}
}
