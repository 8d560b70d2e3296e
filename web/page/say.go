package page

import (
	"context"

	"github.com/kirke-chess/kirke/web/message"
)

// say returns what a page says in the language of its reader. The key is the English text.
func say(ctx context.Context, key string, values ...any) string {
	return message.Text(ctx, key, values...)
}

// count is say for a message about a number of things.
func count(ctx context.Context, n int, one, other string, values ...any) string {
	return message.Count(ctx, n, one, other, values...)
}
