package rules

import "errors"

// Roles says whether White may, instead of another move, exchange the roles: the board is turned by
// half a turn and each piece changes sides. Rights to castle are lost. The zero value lets nobody.
type Roles struct {
	// Exchanged lets White exchange the roles.
	Exchanged bool
	// Most is how often, 0 for any number of times.
	Most int
}

// contradiction says why an exchange of roles does not go together with the parts of v, or nil.
func (r *Roles) contradiction(v *Variant) error {
	a := &v.Aftermath
	switch {
	case *r == Roles{}:
		return nil
	case !r.Exchanged || r.Most < 0 || r.Most > maxRoles:
		return errors.New("the roles may be exchanged once, or several times, or any number of times")
	case v.Fairy != Fairy{Roles: *r}, v.HasTraits(), v.Borrows(), v.Neutrals:
		return errors.New("it is not settled what an exchange of roles does to another condition")
	case a.Active && (a.Where.Waits() || a.Where == AtOrigin || a.Occupied.Hides() || a.Cohen),
		len(v.partsBesides(traitedParts)) > 0:
		return errors.New("it is not settled what else changes sides when the roles are exchanged")
	}
	return nil
}

// maxRoles is the greatest limit of Roles.Most.
const maxRoles = 999
