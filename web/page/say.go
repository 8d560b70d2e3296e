package page

import (
	"context"

	"github.com/kirke-chess/kirke/web/message"
)

// Words that come from elsewhere: colours, speeds, marks of a review, states of a job.
var _ = []string{
	message.Key("white"), message.Key("black"), message.Key("bullet"), message.Key("blitz"), message.Key("rapid"),
	message.Key("classical"), message.Key("correspondence"), message.Key("inaccuracy"), message.Key("mistake"),
	message.Key("blunder"), message.Key("done"), message.Key("cancelled"),
	// Boards and sets of pieces of package diagram.
	message.Key("wood"),
	message.Key("slate"),
	message.Key("meadow"),
	message.Key("ocean"),
	message.Key("rose"),
	message.Key("lilac"),
	message.Key("sand"),
	message.Key("marble"), message.Key("print"), message.Key("classic"), message.Key("flat"), message.Key("letters"),
	message.Key("symbols"),
	message.Key("January"), message.Key("February"), message.Key("March"), message.Key("April"), message.Key("May"),
	message.Key("June"), message.Key("July"), message.Key("August"), message.Key("September"),
	message.Key("October"), message.Key("November"), message.Key("December"),
	message.Key("%s %s %s"), message.Key("%s %s"), message.Key("%s %s, %s UTC"), // dates
}

// say returns what a page says in the language of its reader. The key is the English text.
func say(ctx context.Context, key string, values ...any) string {
	return message.Text(ctx, key, values...)
}

// known is say for a text from a list, which is marked there by message.Key.
func known(ctx context.Context, text string) string { return message.Known(ctx, text) }

// count is say for a message about a number of things.
func count(ctx context.Context, n int, one, other string) string {
	return message.Count(ctx, n, one, other)
}
