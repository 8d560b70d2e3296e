package oracle_test

// changes are the conditions that change pieces, movement or the board after a move.
var changes = []conditionRow{}
