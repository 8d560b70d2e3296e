package rules

// near returns the conditions of f that are known to let no piece attack a square that its own
// movement does not reach. It names each field, so that a new one is not among them.
func (f *Fairy) near() Fairy {
	p, t, c, b := &f.Paralysis, &f.Turning, &f.Changing, &f.Breton
	n := Fairy{
		Paralysis: Paralysis{Active: p.Active, Kings: p.Kings, By: p.By, Avoided: p.Avoided, Taken: p.Taken},
		Turning:   Turning{Mover: t.Mover, Squares: t.Squares, Watched: t.Watched},
		Changing: Changing{
			Mover: c.Mover, Kings: c.Kings, OwnType: c.OwnType, NoPromotion: c.NoPromotion, Sequence: c.Sequence,
			Bench: c.Bench,
		},
		Lanes:     f.Lanes.near(),
		Mobility:  f.Mobility.near(),
		Capturing: f.Capturing.near(),
		Contact:   Contact{Rule: f.Contact.Rule, Leap: f.Contact.Leap, Grid: f.Contact.Grid},
		Measuring: Measuring{White: f.Measuring.White.near(), Black: f.Measuring.Black.near()},
		Checking:  f.Checking.near(),
		Budget:    Budget{White: f.Budget.White, Black: f.Budget.Black, Shared: f.Budget.Shared},
		Breton:    Breton{Active: b.Active, Adverse: b.Adverse, Chromatic: b.Chromatic, Last: b.Last},
		Swapping:  Swapping{White: f.Swapping.White, Black: f.Swapping.Black},
		Exchange:  f.Exchange,
		Roles:     f.Roles,
		Imitators: Imitators{
			Squares: f.Imitators.Squares, Type: f.Imitators.Type, NoPromotion: f.Imitators.NoPromotion,
		},
		Sentinels: f.Sentinels, Revolving: f.Revolving, Ghosts: f.Ghosts, Box: f.Box, Latent: f.Latent,
		Rebirth:    f.Rebirth.near(),
		Succession: f.Succession.near(), Lost: f.Lost, Republic: f.Republic, Castling: f.Castling,
		Movers: f.Movers, Chains: f.Chains,
	}
	if f.Making == TakeThenMake {
		n.Making = f.Making
	}
	if c.Departs == QuietFromHome { // captures are as ever
		n.Changing.Departs = c.Departs
	}
	return n
}

func (l *Lanes) near() Lanes {
	return Lanes{
		Grid: l.Grid, Cells: l.Cells, Lines: l.Lines, Shade: l.Shade, Edge: l.Edge, Vanishing: l.Vanishing,
		Holes: l.Holes,
	}
}

func (m *Mobility) near() Mobility {
	return Mobility{
		Guarded: m.Guarded, Attacked: m.Attacked, Linked: m.Linked, Disparate: m.Disparate,
		AttackedKings: m.AttackedKings, Fuddled: m.Fuddled,
	}
}

func (c *Capturing) near() Capturing {
	e := &c.Entangled
	return Capturing{
		Never: c.Never, Supported: c.Supported, Unsupported: c.Unsupported, Provoked: c.Provoked,
		Second: c.Second, SecondKings: c.SecondKings,
		Unguarded: c.Unguarded, GuardedOnly: c.GuardedOnly, Shielded: c.Shielded, Single: c.Single,
		Several: c.Several, Immune: c.Immune.near(), Homing: c.Homing.near(), Joint: c.Joint, Own: c.Own,
		Entangled: Entanglement{By: e.By, Lined: e.Lined, Kings: e.Kings},
	}
}

func (i *Immunity) near() Immunity {
	return Immunity{Active: i.Active, Kings: i.Kings, OpponentHome: i.OpponentHome}
}

func (m *Measured) near() Measured {
	return Measured{By: m.By, Exact: m.Exact, Ultra: m.Ultra, Squares: m.Squares}
}

func (c *Checking) near() Checking {
	return Checking{
		MatesOnly: c.MatesOnly, OneMate: c.OneMate, Must: c.Must, Flights: c.Flights, BlackFlights: c.BlackFlights,
		Strict: c.Strict, Swapped: c.Swapped, Ignored: c.Ignored, Unpinned: c.Unpinned, Double: c.Double,
		Either: c.Either, Once: c.Once,
	}
}

func (r *Rebirth) near() Rebirth {
	return Rebirth{
		Of: r.Of, Square: r.Square, Turned: r.Turned, As: r.As, Turncoats: r.Turncoats, Types: r.Types,
		KingsStay: r.KingsStay,
	}
}

func (f *Succession) near() Succession {
	return Succession{Heirs: f.Heirs, KingHeirs: f.KingHeirs, Influence: f.Influence, Dynasty: f.Dynasty}
}
