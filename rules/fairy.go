package rules

// Fairy holds the conditions of problemists that say more than other parts can: each is a part of
// its own, in a file of its own. Conditions that differ in a choice are one part. The zero value
// has none of them.
type Fairy struct {
	Paralysis Paralysis
}
