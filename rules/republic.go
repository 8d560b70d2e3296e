package rules

import "errors"

// Republic lets a side put the other side's king, which is not on the board, on an empty square as
// part of its move, if the king is mated there: in check that no move helps against which puts no
// king itself (republican chess). The zero value lets nobody.
type Republic uint8

// Who puts kings.
const (
	NoRepublic Republic = iota
	// Republicans put kings, also in answer to a mate by such a king (type 2).
	Republicans
	// RepublicansUnlessMated put kings, but not if their own one is mated in this way (type 1).
	RepublicansUnlessMated
)

// contradiction says why the republic does not go together with the parts of v, or nil: it goes with
// those that have been compared with Popeye.
func (r Republic) contradiction(v *Variant) error {
	if r == NoRepublic {
		return nil
	}
	known := v.comparedBesidesTraits(Fairy{Republic: r}) && v.OnlyChameleons()
	if !known || v.Aftermath != (Aftermath{}) || v.Neutrals {
		return errors.New("it is not settled where a king may be put under another condition")
	}
	return nil
}
