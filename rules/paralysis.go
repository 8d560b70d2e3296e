package rules

// Paralysis makes pieces stand still that an enemy piece of their own type attacks (Madrasi): they
// cannot move, capture or check. Whether the attacker is paralysed itself does not matter.
type Paralysis struct {
	// Active turns the rule on.
	Active bool
	// Kings paralyse each other too (rex inclusive).
	Kings bool
}
