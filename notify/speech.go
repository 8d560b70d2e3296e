package notify

import "fmt"

// Speech returns the messages of a language. The English text is the key of a message, as in package
// message of the site.
type Speech interface {
	// Text returns a message with its values.
	Text(key string, values ...any) string
	// Count returns a message about n things. The text for several is the key.
	Count(n int, one, other string) string
}

// english is the Speech of the keys themselves.
type english struct{}

func (english) Text(key string, values ...any) string {
	if len(values) == 0 {
		return key
	}
	return fmt.Sprintf(key, values...)
}

func (english) Count(n int, one, other string) string {
	if n == 1 {
		other = one
	}
	return fmt.Sprintf(other, n)
}

// say and count ask for messages. The tool that keeps the catalogues finds them by these names.
func say(in Speech, key string, values ...any) string { return in.Text(key, values...) }

func count(in Speech, n int, one, other string) string { return in.Count(n, one, other) }
