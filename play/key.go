package play

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/kirke-chess/kirke"
)

// PositionKey returns a name for everything in a position but its counts of moves,
// to find games by: 16 hexadecimal digits, the same in every build. Games with
// different rules may share it.
func PositionKey(p kirke.Position) string {
	fields := strings.Fields(p.FEN())
	const placed = 4 // board, turn, rights and en passant always stand first
	for i := placed; i+1 < len(fields); i++ {
		if strings.Trim(fields[i], "0123456789") == "" {
			fields = append(fields[:i], fields[i+2:]...)
			break
		}
	}
	sum := sha256.Sum256([]byte(strings.Join(fields, " ")))
	return hex.EncodeToString(sum[:8])
}
