package oracle

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"
)

// Stockfish is a running Fairy-Stockfish. Its methods are not for concurrent use.
type Stockfish struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Scanner
}

// StartStockfish runs the binary until Close, or until ctx is done.
func StartStockfish(ctx context.Context, binary string) (*Stockfish, error) {
	cmd := exec.CommandContext(ctx, binary)
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	return &Stockfish{cmd, in, bufio.NewScanner(out)}, nil
}

// Close ends the program.
func (s *Stockfish) Close() error {
	fmt.Fprintln(s.in, "quit")
	s.in.Close()
	return s.cmd.Wait()
}

// Use makes the program play one of its variants, or one of a variants file if file is not "". The
// error says that it does not know the variant.
func (s *Stockfish) Use(variant string, chess960 bool, file string) error {
	if file != "" {
		fmt.Fprintf(s.in, "setoption name VariantPath value %s\n", file)
	}
	fmt.Fprintf(s.in, "uci\n")
	knows := false
	for s.out.Scan() {
		line := s.out.Text()
		if strings.HasPrefix(line, "option name UCI_Variant ") {
			knows = strings.Contains(line+" ", " var "+variant+" ")
		}
		if line == "uciok" {
			break
		}
	}
	if !knows {
		return fmt.Errorf("%s does not know %s", s.cmd.Path, variant)
	}
	_, err := fmt.Fprintf(s.in, "setoption name UCI_Variant value %s\nsetoption name UCI_Chess960 value %v\n", variant,
		chess960)
	return err
}

// Divide returns the number of leaves below each legal move of a position.
func (s *Stockfish) Divide(fen string, depth int) (map[string]uint64, error) {
	if _, err := fmt.Fprintf(s.in, "position fen %s\ngo perft %d\n", fen, depth); err != nil {
		return nil, err
	}
	counts := map[string]uint64{}
	for s.out.Scan() {
		text, number, ok := strings.Cut(s.out.Text(), ": ")
		if text == "Nodes searched" {
			return counts, nil
		}
		if n, err := strconv.ParseUint(number, 10, 64); ok && err == nil {
			counts[text] = n
		}
	}
	err := s.out.Err()
	if err == nil {
		err = io.ErrUnexpectedEOF
	}
	return nil, fmt.Errorf("%s stopped answering at %s: %w", s.cmd.Path, fen, err)
}
