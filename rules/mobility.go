package rules

// Mobility is which pieces may move at all. A piece that may not does not check either.
type Mobility struct {
	// Guarded pieces alone may move: those that a piece of their own side guards (Ultrapatrol).
	Guarded bool
	// Attacked pieces alone may move: those that a piece of the other side attacks (functionary
	// chess).
	Attacked bool
	// Linked pieces alone may move: the king, and those that a piece guards that may move itself
	// (central chess).
	Linked bool
	// Disparate lets no piece move of the type that the other side has just moved.
	Disparate bool
	// Attacked kings do not move, even if what attacks them is paralysed (Pepo).
	AttackedKings bool
	// Fuddled pieces do not move: those that their side has moved last (fuddled men).
	Fuddled bool
}
