package rules

// The conditions of problemists that forbid or demand moves. The rules are those of Popeye 4.104.

var restrictions = []*Modifier{
	{
		ID: "isardam", Name: "Isardam",
		Summary: "No move may make a piece other than a king stand where an enemy piece of its own type attacks it; " +
			"a king is in check only of a piece that could capture it by such a move.",
		Fairy: Fairy{Paralysis: Paralysis{Active: true, Avoided: true}},
	},
	{
		ID: "isardam-rex-inclusive", Name: "Isardam rex inclusive",
		Summary: "No move may make a piece stand where an enemy piece of its own type attacks it; a king is in check " +
			"only of a piece that could capture it by such a move.",
		Fairy: Fairy{Paralysis: Paralysis{Active: true, Avoided: true, Kings: true}},
	},
	{
		ID: "isardam-b", Name: "Isardam type B",
		Summary: "No move may make a piece other than a king stand where an enemy piece of its own type attacks it; " +
			"a king is in check of any piece that attacks it.",
		Fairy: Fairy{Paralysis: Paralysis{Active: true, Avoided: true, Taken: true}},
	},
	{
		ID: "isardam-b-rex-inclusive", Name: "Isardam type B rex inclusive",
		Summary: "No move may make a piece stand where an enemy piece of its own type attacks it; a king is in check " +
			"of any piece that attacks it.",
		Fairy: Fairy{Paralysis: Paralysis{Active: true, Avoided: true, Taken: true, Kings: true}},
	},
	{
		ID: "eiffel", Name: "Eiffel chess",
		Summary: "Enemy pawns paralyse knights, knights bishops, bishops rooks, rooks queens, and queens pawns, " +
			"which then cannot move, capture or check.",
		Fairy: Fairy{Paralysis: Paralysis{Active: true, By: ByEiffel}},
	},
	{
		ID: "partial-paralysis", Name: "Partial paralysis",
		Summary: "A piece that an enemy piece attacks does not go where it could also go as a piece of that type.",
		Fairy:   Fairy{Paralysis: Paralysis{Active: true, By: ByPart, Kings: true}},
	},
	{
		ID: "grid", Name: "Grid chess",
		Summary: "The board is divided into sixteen cells of four squares, and every move leads to another cell.",
		Fairy:   Fairy{Lanes: Lanes{Grid: "bdf246"}},
	},
	{
		ID: "monochromatic", Name: "Monochromatic chess",
		Summary: "Every move leads to a square of the colour of the one that it leaves.",
		Fairy:   Fairy{Lanes: Lanes{Shade: SameShade}},
	},
	{
		ID: "bichromatic", Name: "Bichromatic chess",
		Summary: "Every move leads to a square of the other colour.",
		Fairy:   Fairy{Lanes: Lanes{Shade: OtherShade}},
	},
	{
		ID: "edgemover-white", Name: "White edge mover",
		Summary: "White's moves lead to the edge of the board.",
		Fairy:   Fairy{Lanes: Lanes{Edge: Sides{White: true}}},
	},
	{
		ID: "edgemover-black", Name: "Black edge mover",
		Summary: "Black's moves lead to the edge of the board.",
		Fairy:   Fairy{Lanes: Lanes{Edge: Sides{Black: true}}},
	},
	{
		ID: "ultrapatrol", Name: "Ultrapatrol chess",
		Summary: "A piece moves, captures and checks only while a piece of its own side guards it.",
		Fairy:   Fairy{Mobility: Mobility{Guarded: true}},
	},
	{
		ID: "functionary", Name: "Functionary chess",
		Summary: "A piece moves, captures and checks only while a piece of the other side attacks it.",
		Fairy:   Fairy{Mobility: Mobility{Attacked: true}},
	},
	{
		ID: "central", Name: "Central chess",
		Summary: "A piece other than a king moves, captures and checks only while a piece of its own side guards it " +
			"that may move itself.",
		Fairy: Fairy{Mobility: Mobility{Linked: true}},
	},
	{
		ID: "disparate", Name: "Disparate chess",
		Summary: "After a piece has moved, the other side moves none of the same type, and none of them checks.",
		Fairy:   Fairy{Mobility: Mobility{Disparate: true}},
	},
	{
		ID: "pad", Name: "PAD chess",
		Summary: "A piece other than a king that captures for the second time leaves the board with its capture.",
		Fairy:   Fairy{Capturing: Capturing{Second: SecondVanishes}},
	},
	{
		ID: "pad-rex-inclusive", Name: "PAD chess rex inclusive",
		Summary: "A piece that captures for the second time leaves the board with its capture; a king captures once " +
			"at most.",
		Fairy: Fairy{Capturing: Capturing{Second: SecondVanishes, SecondKings: true}},
	},
	{
		ID: "pad-strict", Name: "PAD chess strict",
		Summary: "A piece other than a king captures once at most.",
		Fairy:   Fairy{Capturing: Capturing{Second: SecondBarred}},
	},
	{
		ID: "pad-strict-rex-inclusive", Name: "PAD chess strict rex inclusive",
		Summary: "A piece captures once at most.",
		Fairy:   Fairy{Capturing: Capturing{Second: SecondBarred, SecondKings: true}},
	},
	{
		ID: "no-capture", Name: "No capture",
		Summary: "Nothing is captured; pieces check as ever.",
		Fairy:   Fairy{Capturing: Capturing{Never: bothSides}},
	},
	{
		ID: "no-capture-white", Name: "White captures nothing",
		Summary: "White captures nothing; its pieces check as ever.",
		Fairy:   Fairy{Capturing: Capturing{Never: Sides{White: true}}},
	},
	{
		ID: "no-capture-black", Name: "Black captures nothing",
		Summary: "Black captures nothing; its pieces check as ever.",
		Fairy:   Fairy{Capturing: Capturing{Never: Sides{Black: true}}},
	},
	{
		ID: "patrol", Name: "Patrol chess",
		Summary: "A piece captures and checks only while a piece of its own side guards it.",
		Fairy:   Fairy{Capturing: Capturing{Supported: true}},
	},
	{
		ID: "lortap", Name: "Lortap",
		Summary: "A piece captures and checks only while no piece of its own side guards it.",
		Fairy:   Fairy{Capturing: Capturing{Unsupported: true}},
	},
	{
		ID: "provocation", Name: "Provocation chess",
		Summary: "A piece captures and checks only while a piece of the other side attacks it.",
		Fairy:   Fairy{Capturing: Capturing{Provoked: true}},
	},
	{
		ID: "superguards", Name: "Super guards",
		Summary: "A piece is not captured, nor a king in check, while a piece of its own side guards it.",
		Fairy:   Fairy{Capturing: Capturing{Unguarded: true}},
	},
	{
		ID: "antiguards", Name: "Anti-guards",
		Summary: "A piece is captured, and a king in check, only while a piece of its own side guards it.",
		Fairy:   Fairy{Capturing: Capturing{GuardedOnly: true}},
	},
	{
		ID: "shielded-kings", Name: "Shielded kings",
		Summary: "Kings may stand beside each other while a piece of its own side guards each.",
		Fairy:   Fairy{Capturing: Capturing{Shielded: true}},
	},
	{
		ID: "cast", Name: "CAST chess",
		Summary: "A piece that could capture in two ways or more does not capture, and does not check.",
		Fairy:   Fairy{Capturing: Capturing{Single: true}},
	},
	{
		ID: "cast-inverse", Name: "Inverse CAST chess",
		Summary: "A piece that could capture in one way only does not capture, and does not check.",
		Fairy:   Fairy{Capturing: Capturing{Several: true}},
	},
	{
		ID: "multicaptures", Name: "Multicaptures",
		Summary: "A piece is captured, and a king in check, only if two pieces or more could capture it.",
		Fairy:   Fairy{Capturing: Capturing{Joint: true}},
	},
	{
		ID: "bicaptures", Name: "Bicaptures",
		Summary: "A piece captures pieces of its own side too, but not their king.",
		Fairy:   Fairy{Capturing: Capturing{Own: true}},
	},
	{
		ID: "woozles-rex-exclusive", Name: "Woozles rex exclusive",
		Summary: "A piece that guards another of its side and is guarded by it captures and checks nothing, kings " +
			"aside.",
		Fairy: Fairy{Capturing: Capturing{Entangled: Entanglement{By: ByFriend}}},
	},
	{
		ID: "woozles", Name: "Woozles",
		Summary: "A piece that guards another of its side and is guarded by it captures and checks nothing.",
		Fairy:   Fairy{Capturing: Capturing{Entangled: Entanglement{By: ByFriend, Kings: true}}},
	},
	{
		ID: "biwoozles-rex-exclusive", Name: "BiWoozles rex exclusive",
		Summary: "A piece that attacks an enemy piece and is attacked by it captures and checks nothing, kings aside.",
		Fairy:   Fairy{Capturing: Capturing{Entangled: Entanglement{By: ByEnemy}}},
	},
	{
		ID: "biwoozles", Name: "BiWoozles",
		Summary: "A piece that attacks an enemy piece and is attacked by it captures and checks nothing.",
		Fairy:   Fairy{Capturing: Capturing{Entangled: Entanglement{By: ByEnemy, Kings: true}}},
	},
	{
		ID: "heffalumps-rex-exclusive", Name: "Heffalumps rex exclusive",
		Summary: "A piece that guards another of its side and is guarded by it captures and checks nothing along the " +
			"line of the two, kings aside.",
		Fairy: Fairy{Capturing: Capturing{Entangled: Entanglement{By: ByFriend, Lined: true}}},
	},
	{
		ID: "heffalumps", Name: "Heffalumps",
		Summary: "A piece that guards another of its side and is guarded by it captures and checks nothing along the " +
			"line of the two.",
		Fairy: Fairy{Capturing: Capturing{Entangled: Entanglement{By: ByFriend, Lined: true, Kings: true}}},
	},
	{
		ID: "biheffalumps-rex-exclusive", Name: "BiHeffalumps rex exclusive",
		Summary: "A piece that attacks an enemy piece and is attacked by it captures and checks nothing along the " +
			"line of the two, kings aside.",
		Fairy: Fairy{Capturing: Capturing{Entangled: Entanglement{By: ByEnemy, Lined: true}}},
	},
	{
		ID: "biheffalumps", Name: "BiHeffalumps",
		Summary: "A piece that attacks an enemy piece and is attacked by it captures and checks nothing along the " +
			"line of the two.",
		Fairy: Fairy{Capturing: Capturing{Entangled: Entanglement{By: ByEnemy, Lined: true, Kings: true}}},
	},
	{
		ID: "fuddled-men", Name: "Fuddled men",
		Summary: "A piece that its side has moved last does not move, and does not check.",
		Fairy:   Fairy{Mobility: Mobility{Fuddled: true}},
	},
	{
		ID: "pepo", Name: "Pepo",
		Summary: "A king that a piece attacks does not move; it is in check only if two pieces other than the king " +
			"attack it.",
		Fairy: Fairy{Mobility: Mobility{AttackedKings: true}, Checking: Checking{Double: true}},
	},
	{
		ID: "bicolores", Name: "Bicolores",
		Summary: "Pieces also check the king of their own side.",
		Fairy:   Fairy{Checking: Checking{Either: true}},
	},
	{
		ID: "leffie", Name: "Leffie",
		Summary: "No move may make a piece stand where an enemy piece attacks it that would paralyse it in Eiffel " +
			"chess: pawns knights, knights bishops, bishops rooks, rooks queens, and queens pawns.",
		Fairy: Fairy{Paralysis: Paralysis{Active: true, Avoided: true, By: ByEiffel}},
	},
	{
		ID: "amu", Name: "AMU",
		Summary: "A mate counts only if just one enemy piece attacked the mating piece before its move.",
		Fairy:   Fairy{Checking: Checking{Once: true}},
	},
	{
		ID: "haaner", Name: "Haaner chess",
		Summary: "A square that a piece leaves becomes a hole.",
		Fairy:   Fairy{Lanes: Lanes{Vanishing: true}},
	},
	{
		ID: "immunchess", Name: "Immunchess",
		Summary: "A piece is captured only if its home square is free after the capture.",
		Fairy:   Fairy{Capturing: Capturing{Immune: Immunity{Active: true}}},
	},
	{
		ID: "immunchess-rex-inclusive", Name: "Immunchess rex inclusive",
		Summary: "A piece is captured, and a king in check, only if its home square is free after the capture.",
		Fairy:   Fairy{Capturing: Capturing{Immune: Immunity{Active: true, Kings: true}}},
	},
	{
		ID: "immunchess-mirror", Name: "Mirror Immunchess",
		Summary: "A piece is captured only if the square is free after the capture where an opponent's piece of its " +
			"type is at home.",
		Fairy: Fairy{Capturing: Capturing{Immune: Immunity{Active: true, OpponentHome: true}}},
	},
	{
		ID: "geneva", Name: "Geneva chess",
		Summary: "A piece captures only if its home square, as seen from where it stands, is free after the capture, " +
			"and not from that square.",
		Fairy: Fairy{Capturing: Capturing{Homing: Immunity{Active: true}}},
	},
	{
		ID: "geneva-rex-inclusive", Name: "Geneva chess rex inclusive",
		Summary: "A piece captures only if its home square, as seen from where it stands, is free after the capture, " +
			"and not from that square; kings too.",
		Fairy: Fairy{Capturing: Capturing{Homing: Immunity{Active: true, Kings: true}}},
	},
	{
		ID: "geneva-mirror", Name: "Mirror Geneva chess",
		Summary: "A piece captures only if the home square of an enemy piece of its type, as seen from where it " +
			"stands, is free after the capture, and not from that square.",
		Fairy: Fairy{Capturing: Capturing{Homing: Immunity{Active: true, OpponentHome: true}}},
	},
	{
		ID: "brunner", Name: "Brunner chess",
		Summary: "A king is in check only if capturing it would leave the other side's own king out of check.",
		Fairy:   Fairy{Checking: Checking{Unpinned: true}},
	},
	{
		ID: "koeko", Name: "Köko",
		Summary: "After its move a piece must have another piece, of either side, beside it.",
		Fairy:   Fairy{Contact: Contact{Rule: NeedsContact}},
	},
	{
		ID: "antikoeko", Name: "Anti-Köko",
		Summary: "After its move a piece must have no other piece beside it.",
		Fairy:   Fairy{Contact: Contact{Rule: NoContact}},
	},
	{
		ID: "newkoeko", Name: "New Köko",
		Summary: "After its move a piece has another piece beside it if and only if it had one before.",
		Fairy:   Fairy{Contact: Contact{Rule: KeepsContact}},
	},
	{
		ID: "contact-grid", Name: "Contact grid chess",
		Summary: "The board is divided into sixteen cells of four squares; every move leads to another cell and to a " +
			"square beside a piece in yet another one.",
		Fairy: Fairy{Lanes: Lanes{Grid: "bdf246"}, Contact: Contact{Rule: NeedsContact, Grid: true}},
	},
	{
		ID: "checkless", Name: "Checkless chess",
		Summary: "No move may check unless it mates.",
		Fairy:   Fairy{Checking: Checking{MatesOnly: true}},
	},
	{
		ID: "exclusive", Name: "Exclusive chess",
		Summary: "No move may mate if another one would mate too.",
		Fairy:   Fairy{Checking: Checking{OneMate: true}},
	},
	{
		ID: "must-check-white", Name: "White must check",
		Summary: "Every move of White must check.",
		Fairy:   Fairy{Checking: Checking{Must: Sides{White: true}}},
	},
	{
		ID: "must-check-black", Name: "Black must check",
		Summary: "Every move of Black must check.",
		Fairy:   Fairy{Checking: Checking{Must: Sides{Black: true}}},
	},
	{
		ID: "sat", Name: "SAT",
		Summary: "A king is in check if it could move to a square where nothing attacks it, and only then.",
		Fairy:   Fairy{Checking: Checking{Flights: 1}},
	},
	{
		ID: "strict-sat", Name: "Strict SAT",
		Summary: "A king is in check if it could move to a square where nothing attacks it; one that has been " +
			"attacked at some time is also in check while nothing attacks it.",
		Fairy: Fairy{Checking: Checking{Flights: 1, Strict: true}},
	},
	{
		ID: "vogtlaender", Name: "Vogtländer chess",
		Summary: "A king is in check if the other king is attacked.",
		Fairy:   Fairy{Checking: Checking{Swapped: true}},
	},
	{
		ID: "lese-majesty", Name: "Lese majesty",
		Summary: "Kings may stay and go where they are attacked; they are never captured.",
		Fairy:   Fairy{Checking: Checking{Ignored: true}},
	},
	{
		ID: "bgl", Name: "BGL",
		Summary: "The moves of each side may add up to fifty squares; what is farther away is not attacked.",
		Fairy:   Fairy{Budget: Budget{White: 5000, Black: 5000}},
	},
	measuring("maximummer-white", "White maximummer", "White makes the longest of its legal moves.",
		Measured{By: LongestMove}, Measured{}),
	measuring("maximummer-black", "Black maximummer", "Black makes the longest of its legal moves.",
		Measured{}, Measured{By: LongestMove}),
	measuring("minimummer-white", "White minimummer", "White makes the shortest of its legal moves.",
		Measured{By: ShortestMove}, Measured{}),
	measuring("minimummer-black", "Black minimummer", "Black makes the shortest of its legal moves.",
		Measured{}, Measured{By: ShortestMove}),
	measuring("must-capture-white", "White must capture", "White captures if it can.",
		Measured{By: CapturingMove}, Measured{}),
	measuring("must-capture-black", "Black must capture", "Black captures if it can.",
		Measured{}, Measured{By: CapturingMove}),
	measuring("following-white", "White follows the leader",
		"White moves to the square that Black has just left if it can.", Measured{By: FollowingMove}, Measured{}),
	measuring("following-black", "Black follows the leader",
		"Black moves to the square that White has just left if it can.", Measured{}, Measured{By: FollowingMove}),
	measuring("duellist", "Duellist chess", "A side moves the piece that it moved last as long as it can.",
		Measured{By: DuellingMove}, Measured{By: DuellingMove}),
	measuring("synchronous-white", "White synchronous mover",
		"White moves as far and in the same direction as Black has just done if it can.",
		Measured{By: ParallelMove}, Measured{}),
	measuring("synchronous-black", "Black synchronous mover",
		"Black moves as far and in the same direction as White has just done if it can.",
		Measured{}, Measured{By: ParallelMove}),
	measuring("antisynchronous-white", "White antisynchronous mover",
		"White moves as far and in the opposite direction as Black has just done if it can.",
		Measured{By: AntiparallelMove}, Measured{}),
	measuring("antisynchronous-black", "Black antisynchronous mover",
		"Black moves as far and in the opposite direction as White has just done if it can.",
		Measured{}, Measured{By: AntiparallelMove}),
	measuring("alphabetic-white", "White alphabetic mover",
		"White moves the first of its pieces that can move, in the order of the squares a1, a2 to h8.",
		Measured{By: FirstSquare}, Measured{}),
	measuring("alphabetic-black", "Black alphabetic mover",
		"Black moves the first of its pieces that can move, in the order of the squares a1, a2 to h8.",
		Measured{}, Measured{By: FirstSquare}),
}

// measuring returns the modifier that measures the moves of a side, or of both.
func measuring(id, name, summary string, white, black Measured) *Modifier {
	return &Modifier{ID: id, Name: name, Summary: summary, Fairy: Fairy{Measuring: Measuring{white, black}}}
}
