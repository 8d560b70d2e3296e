package position

// This file lists the formats of games in files.

import (
	"github.com/kirke-chess/kirke/internal/gamefile"
	"github.com/kirke-chess/kirke/web/message"
)

// Format is a format of files: its name on pages, media type and file extension.
type Format struct{ ID, Name, Kind, Extension string }

// Formats are the formats that games are read and written in.
var Formats = []Format{
	{gamefile.PGN, "PGN", "application/x-chess-pgn", "pgn"},
	{gamefile.Courier, message.Key("Game Courier log"), plainText, "txt"},
	{gamefile.JSON, "JSON", "application/json", "json"},
	{gamefile.Moves, message.Key("Moves"), plainText, "txt"},
	{gamefile.FEN, "FEN", plainText, "fen"},
}

const plainText = "text/plain; charset=utf-8"

// FormatOf returns a format by its ID, plain text for an unknown one.
func FormatOf(id string) Format {
	for _, f := range Formats {
		if f.ID == id {
			return f
		}
	}
	return Format{id, id, plainText, "txt"}
}
