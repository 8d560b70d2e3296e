package main

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"syscall"
	"time"
	"unicode"

	"github.com/alecthomas/kong"
)

// manCmd writes the manual page, from what the help of the commands is made of.
type manCmd struct{}

func (*manCmd) Help() string {
	return examples(
		"kirke man | man -l -",
		"kirke man > ~/.local/share/man/man1/kirke.1",
	)
}

func (*manCmd) Run(c *console) error {
	m := &manual{}
	m.page(c.parser.Model)
	_, err := io.WriteString(c.out, m.text.String())
	return err
}

// manual is a page in the language of man.
type manual struct{ text strings.Builder }

// marks are the letters of ASCII that troff does not print as they are.
var marks = map[rune]string{'\\': `\e`, '-': `\-`, '\'': `\(aq`, '"': `\(dq`, '`': `\(ga`, '^': `\(ha`, '~': `\(ti`}

// escape returns text as troff prints it letter by letter.
func escape(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch mark := marks[r]; {
		case mark != "":
			b.WriteString(mark)
		case r > unicode.MaxASCII:
			fmt.Fprintf(&b, `\[u%04X]`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// request writes a line with a request and its arguments.
func (m *manual) request(name string, arguments ...string) {
	m.text.WriteString("." + name)
	for _, a := range arguments {
		m.text.WriteString(` "` + escape(a) + `"`)
	}
	m.text.WriteByte('\n')
}

// line writes a line of text.
func (m *manual) line(text string) {
	text = escape(text)
	if strings.HasPrefix(text, ".") {
		text = `\&` + text
	}
	m.text.WriteString(text + "\n")
}

func (m *manual) page(app *kong.Application) {
	built := originOf(buildInfo())
	date, _, _ := strings.Cut(built.Time, "T")
	date = cmp.Or(date, time.Now().Format(time.DateOnly))
	fmt.Fprintf(&m.text, ".TH KIRKE 1 %s \"kirke %s\"\n", date, escape(built.Version))
	m.request("SH", "NAME")
	m.line("kirke - play, check, analyse, solve and serve chess variants")
	m.request("SH", "SYNOPSIS")
	m.request("B", "kirke")
	m.request("I", "command")
	m.line("[flags] [arguments]")
	m.request("SH", "DESCRIPTION")
	m.line(app.Help)
	m.line("A command has the flags that are listed with it. Flags may also stand before the command.")
	m.request("SH", "FLAGS")
	m.flags(app.Flags)
	m.request("SH", "COMMANDS")
	for _, node := range app.Leaves(true) {
		m.command(node)
	}
	m.request("SH", "EXIT STATUS")
	for _, status := range exitStatus {
		m.request("TP")
		m.request("B", status.code)
		m.line(status.means)
	}
	m.request("SH", "ENVIRONMENT")
	for _, v := range environment {
		m.request("TP")
		m.request("B", v.name)
		m.line(v.means)
	}
}

// exitStatus says what the exit codes mean.
var exitStatus = []struct{ code, means string }{
	{fmt.Sprint(exitOK), "All is well."},
	{fmt.Sprint(exitFound), "Something is wrong: bad games, wrong counts, an illegal move, a problem without a solution."},
	{fmt.Sprint(exitInput), "The input makes no sense; one sentence on standard error says why."},
	{fmt.Sprint(exitLimit), "A limit of a problem ended its solving before it was done."},
	{fmt.Sprint(exitInterrupted), "Ctrl-C stopped long work. What was found until then is written."},
	{fmt.Sprint(exitSignal + int(syscall.SIGTERM)), "SIGTERM did."},
	{fmt.Sprint(exitSignal + int(syscall.SIGHUP)), "The terminal went away (SIGHUP)."},
}

// environment says which variables matter.
var environment = []struct{ name, means string }{
	{"NO_COLOR", "If it is set and not empty, nothing is written in colours: painted boards are drawn with figurines."},
	{"KIRKE_POPEYE", "The program Popeye, for 'kirke bench problems'."},
}

func (m *manual) command(node *kong.Node) {
	m.request("SS", node.FullPath()+arguments(node))
	m.line(node.Help)
	if len(node.Positional)+len(node.Flags) > 0 {
		m.arguments(node.Positional)
		m.flags(node.Flags)
	}
	text, lines, _ := strings.Cut(node.Detail, "Examples:\n")
	if text = strings.TrimSpace(text); text != "" {
		m.request("PP")
		m.line(text)
	}
	m.request("PP")
	m.line("Examples:")
	m.request("PP")
	m.request("nf")
	m.request("RS")
	for line := range strings.Lines(strings.TrimSpace(lines)) {
		m.line(strings.TrimSpace(line))
	}
	m.request("RE")
	m.request("fi")
}

// arguments returns what stands behind a command, " [flags] <file>".
func arguments(node *kong.Node) string {
	text := ""
	if len(node.Flags) > 0 {
		text = " [flags]"
	}
	for _, p := range node.Positional {
		text += " " + p.Summary()
	}
	return text
}

func (m *manual) arguments(all []*kong.Positional) {
	for _, p := range all {
		m.request("TP")
		m.request("I", p.Summary())
		m.line(p.Help)
	}
}

func (m *manual) flags(all []*kong.Flag) {
	for _, f := range all {
		if f.Hidden {
			continue
		}
		m.request("TP")
		m.request("B", f.String())
		m.line(f.Help)
	}
}
