package rules

// Capturing is which captures are allowed, besides those of the king where the rules of check say
// otherwise. Guarding and attacking is what pieces do that are not paralysed.
type Capturing struct {
	// Never are the sides that do not capture. Their pieces check as ever.
	Never Sides
	// Supported pieces alone capture: those that a piece of their own side guards (patrol chess).
	Supported bool
	// Unsupported pieces alone capture: those that no piece of their own side guards (Lortap).
	Unsupported bool
	// Provoked pieces alone capture: those that a piece of the other side attacks (provocation chess).
	Provoked bool
	// Unguarded pieces alone are captured: those that no piece of their own side guards (super guards).
	Unguarded bool
	// GuardedOnly pieces alone are captured: those that a piece of their own side guards (anti-guards).
	GuardedOnly bool
	// Shielded kings are not captured by kings: those that a piece of their own side guards.
	Shielded bool
	// Single captures alone are made: a piece that could capture in two ways or more does not
	// (CAST chess).
	Single bool
	// Several captures alone are made: a piece that could capture in one way only does not (inverse
	// CAST chess).
	Several bool
	// Immune pieces are captured only if they could be reborn: if their home square is free, or the
	// capturer leaves it (Immunchess).
	Immune Immunity
}

// Immunity is which pieces are captured only if they could be reborn.
type Immunity struct {
	// Active turns the rule on.
	Active bool
	// Kings are immune too (rex inclusive).
	Kings bool
	// OpponentHome takes the home squares of the other side (mirror).
	OpponentHome bool
}
