package site

// This file registers operations of the API.

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
)

// InPath is the ID in an address. It is exported because huma ignores fields of embedded types that
// are not.
type InPath struct {
	ID string `path:"id" maxLength:"64"`
}

// Body is the answer of an operation.
type Body[T any] struct {
	Body T
}

// Operation describes one operation of the API.
func Operation(id, method, path, summary string, tags ...string) huma.Operation {
	return huma.Operation{
		OperationID: id, Method: method, Path: APIPath + path, Summary: summary, Tags: tags, MaxBodyBytes: MaxBody,
	}
}

// Private returns an operation as one that needs a person.
func Private(op huma.Operation) huma.Operation {
	op.Security = []map[string][]string{{"token": {}}, {"session": {}}}
	return op
}

// Register registers an operation that answers JSON. Its errors are answered as APIError says.
func Register[I, O any](s *Site, api huma.API, op huma.Operation, do func(context.Context, *I) (O, error)) {
	huma.Register(api, op, func(ctx context.Context, in *I) (*Body[O], error) {
		out, err := do(ctx, in)
		if err != nil {
			return nil, s.APIError(ctx, err)
		}
		return &Body[O]{out}, nil
	})
}

// RegisterPrivate registers an operation that needs a person.
func RegisterPrivate[I, O any](
	s *Site, api huma.API, op huma.Operation, do func(context.Context, *Person, *I) (O, error),
) {
	Register(s, api, Private(op), func(ctx context.Context, in *I) (out O, err error) {
		p := PersonOf(ctx)
		if p == nil {
			return out, ErrNotSignedIn
		}
		return do(ctx, p, in)
	})
}

// RegisterCommand registers an operation that needs a person and has an empty answer.
func RegisterCommand[I any](s *Site, api huma.API, op huma.Operation, do func(context.Context, *Person, *I) error) {
	op = Private(op)
	op.DefaultStatus = http.StatusNoContent
	huma.Register(api, op, func(ctx context.Context, in *I) (*struct{}, error) {
		p := PersonOf(ctx)
		if p == nil {
			return nil, ErrNotSignedIn
		}
		return nil, s.APIError(ctx, do(ctx, p, in))
	})
}

// Media describes an answer that is not JSON.
func Media(kind string) map[string]*huma.Response {
	schema := &huma.Schema{Type: huma.TypeString, Format: "binary"}
	return map[string]*huma.Response{"200": {
		Description: "The picture", Content: map[string]*huma.MediaType{kind: {Schema: schema}},
	}}
}
