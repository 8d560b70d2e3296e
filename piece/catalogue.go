package piece

// The piece types of the built-in games. Their letters are those of the games that use them, so
// that two types may share one.
var (
	King = Type{
		Name: "King", Letter: 'K', Betza: "K", Royal: true, Value: 0,
		Doc: "Moves one square in any direction and must not be left in check.",
	}
	Queen = Type{
		Name: "Queen", Letter: 'Q', Betza: "Q", Value: 950,
		Doc: "Slides any distance orthogonally or diagonally.",
	}
	Rook = Type{
		Name: "Rook", Letter: 'R', Betza: "R", Value: 500,
		Doc: "Slides any distance orthogonally.",
	}
	Bishop = Type{
		Name: "Bishop", Letter: 'B', Betza: "B", Value: 325,
		Doc: "Slides any distance diagonally.",
	}
	Knight = Type{
		Name: "Knight", Letter: 'N', Betza: "N", Value: 325,
		Doc: "Leaps to the squares two away in one direction and one in the other.",
	}
	Pawn = Type{
		Name: "Pawn", Letter: 'P', Betza: "fmWfceFifmnD", Pawn: true, Value: 100,
		Doc: "Moves one square forward, two from its start square, and takes one square diagonally forward.",
	}
	Hawk = Type{
		Name: "Hawk", Letter: 'H', Betza: "BN", Value: 800,
		Doc: "Moves as a bishop or a knight.",
	}
	Elephant = Type{
		Name: "Elephant", Letter: 'E', Betza: "RN", Value: 875,
		Doc: "Moves as a rook or a knight.",
	}
	Sissa = Type{
		Name: "Sissa", Letter: 'S', Betza: "{Sissa}", Value: 800,
		Doc: "Moves some squares as a rook and then as many as a bishop, or the other way round.",
	}
	Chancellor = Type{
		Name: "Chancellor", Letter: 'C', Betza: "RN", Value: 875,
		Doc: "Moves as a rook or a knight.",
	}
	Archbishop = Type{
		Name: "Archbishop", Letter: 'A', Betza: "BN", Value: 800,
		Doc: "Moves as a bishop or a knight.",
	}
	Cardinal = Type{
		Name: "Cardinal", Letter: 'C', Betza: "BN", Value: 800,
		Doc: "Moves as a bishop or a knight.",
	}
	DragonHorse = Type{
		Name: "Dragon Horse", Letter: 'H', Alias: "DH", Betza: "BW", Value: 500,
		Doc: "Moves as a bishop or one square orthogonally.",
	}
	DragonKing = Type{
		Name: "Dragon King", Letter: 'D', Alias: "DK", Betza: "RF", Value: 675,
		Doc: "Moves as a rook or one square diagonally.",
	}
	Amazon = Type{
		Name: "Amazon", Letter: 'M', Betza: "QN", Value: 1250,
		Doc: "Moves as a queen or a knight.",
	}
	Gryphon = Type{
		Name: "Gryphon", Letter: 'G', Betza: "FyafsF", Value: 850,
		Doc: "Moves one square diagonally and may slide on outward as a rook.",
	}
	Aanca = Type{
		Name: "Aanca", Letter: 'X', Betza: "WyafsW", Value: 750,
		Doc: "Moves one square orthogonally and may slide on outward as a bishop.",
	}
	FreeBishop = Type{
		Name: "Free Bishop", Letter: 'B', Betza: "BW", Value: 375,
		Doc: "A bishop that has not moved: moves as a bishop, or one square orthogonally to change its colour.",
	}
	MustBishop = Type{
		Name: "Must Bishop", Letter: 'B', Betza: "W", Value: 325,
		Doc: "A bishop that has to change its colour: moves one square orthogonally.",
	}
)

// Catalogue returns the piece types of the built-in games. Their names are all different.
func Catalogue() []Type {
	return []Type{King, Queen, Rook, Bishop, Knight, Pawn, Hawk, Elephant, Sissa, Chancellor, Archbishop, Cardinal,
		DragonHorse, DragonKing, Amazon, Gryphon, Aanca, FreeBishop, MustBishop}
}
