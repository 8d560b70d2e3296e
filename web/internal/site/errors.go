package site

// This file holds errors as pages and the API answer them.

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/web/message"
)

// Answers to requests that several parts of the site refuse.
var (
	ErrTooMany = huma.Error429TooManyRequests(
		message.Key("You are doing that too often. Wait a little and try again."))
	ErrNotSignedIn = huma.Error401Unauthorized(message.Key("Sign in first."))
	ErrUnproven    = play.Refuse(play.NotAllowed, "First confirm that it is you: sign in again.")
	ErrNoGame      = play.Refuse(play.NotFound, "There is no such game.")
)

// StatusOf returns the HTTP status of an error, or otherwise if the error has no code.
func StatusOf(err error, otherwise int) int {
	if status, ok := errors.AsType[huma.StatusError](err); ok {
		return status.GetStatus()
	}
	if status, _ := Overload(err); status != 0 {
		return status
	}
	switch play.CodeOf(err) {
	case play.Invalid, play.Illegal:
		return http.StatusUnprocessableEntity
	case play.Stale, play.NotNow, play.GameOver, play.Taken:
		return http.StatusConflict
	case play.NotYours, play.NotAllowed:
		return http.StatusForbidden
	case play.NotFound:
		return http.StatusNotFound
	}
	return otherwise
}

// Refused returns an error of the API with the text of err, which the client may read. The status
// is that of err, or 422.
func Refused(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	if _, ok := errors.AsType[huma.StatusError](err); ok {
		return err
	}
	status := StatusOf(err, http.StatusUnprocessableEntity)
	refused := huma.NewError(status, Sentence(ctx, err), details(ctx, err)...)
	if _, again := Overload(err); again != "" {
		return huma.ErrorWithHeaders(refused, http.Header{"Retry-After": {again}})
	}
	return refused
}

// APIError returns an error as the API answers it. An error without a status is logged and hidden
// from the client.
func (s *Site) APIError(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	switch StatusOf(err, 0) {
	case 0:
		if ctx.Err() == nil {
			s.Log.Error("the API failed", "err", err)
		}
		return huma.Error500InternalServerError("Something went wrong on the server.")
	case http.StatusTooManyRequests:
		s.LogLimit(ctx, "actions")
	}
	return Refused(ctx, err)
}

// details returns the code of a refusal, for programs.
func details(ctx context.Context, err error) []error {
	code := play.CodeOf(err)
	if code == "" {
		return nil
	}
	return []error{&huma.ErrorDetail{Message: Sentence(ctx, err), Value: string(code)}}
}

// SayInvalid is a transformer of the API: where a request has a field that its schema does not
// allow, the detail says which.
func SayInvalid(_ huma.Context, _ string, v any) (any, error) {
	m, ok := v.(*huma.ErrorModel)
	if !ok || m.Status != http.StatusUnprocessableEntity || m.Detail != "validation failed" || len(m.Errors) == 0 {
		return v, nil
	}
	first := m.Errors[0]
	field := first.Location[strings.LastIndexByte(first.Location, '.')+1:]
	if most, ok := strings.CutPrefix(first.Message, "expected length <= "); ok {
		m.Detail = fmt.Sprintf("The field %s is too long: %s characters are the most.", field, most)
	} else {
		m.Detail = fmt.Sprintf("The field %s is not valid: %s.", field, first.Message)
	}
	return m, nil
}

// writeProblem writes an error as the API does.
func writeProblem(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(status)
	model := huma.ErrorModel{Status: status, Title: http.StatusText(status), Detail: text}
	_ = json.NewEncoder(w).Encode(model) // fails when the client has gone
}
