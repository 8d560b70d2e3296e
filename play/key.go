package play

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/kirke-chess/kirke"
)

// PositionKey returns a hash of a position without its counts of moves, to find games by. It is 16
// hexadecimal digits, the same in every build. Positions of different variants may share it.
func PositionKey(p kirke.Position) string {
	fields := strings.Fields(p.FEN())
	const fixed = 4 // board, turn, castling rights and en passant always come first
	for i := fixed; i+1 < len(fields); i++ {
		if strings.Trim(fields[i], "0123456789") == "" {
			fields = append(fields[:i], fields[i+2:]...)
			break
		}
	}
	sum := sha256.Sum256([]byte(strings.Join(fields, " ")))
	return hex.EncodeToString(sum[:8])
}
