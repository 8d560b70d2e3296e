package manual

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"syscall"
	"time"
	"unicode"

	"github.com/alecthomas/kong"

	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
)

// Man is the command that writes the manual page.
type Man struct{}

// Help returns examples.
func (*Man) Help() string {
	return console.Examples("kirke man | man -l -", "kirke man > ~/.local/share/man/man1/kirke.1")
}

// Run writes the manual page in the language of man.
func (*Man) Run(c *console.Console) error {
	m := &page{}
	m.write(c.Parser.Model)
	_, err := io.WriteString(c.Out, m.text.String())
	return err
}

// page is a manual page in troff.
type page struct{ text strings.Builder }

// escapes are the ASCII characters that troff does not print as they are.
var escapes = map[rune]string{
	'\\': `\e`,
	'-':  `\-`,
	'\'': `\(aq`,
	'"':  `\(dq`,
	'`':  `\(ga`,
	'^':  `\(ha`,
	'~':  `\(ti`,
}

// escape returns text such that troff prints it literally.
func escape(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch mark := escapes[r]; {
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
func (m *page) request(name string, arguments ...string) {
	m.text.WriteString("." + name)
	for _, a := range arguments {
		m.text.WriteString(` "` + escape(a) + `"`)
	}
	m.text.WriteByte('\n')
}

// line writes a line of text.
func (m *page) line(text string) {
	text = escape(text)
	if strings.HasPrefix(text, ".") {
		text = `\&` + text
	}
	m.text.WriteString(text + "\n")
}

func (m *page) write(app *kong.Application) {
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
	m.line("Each command has the flags listed with it. Flags may also stand before the command.")
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

// exitStatus lists the exit codes.
var exitStatus = []struct{ code, means string }{
	{fmt.Sprint(console.ExitOK), "Success."},
	{fmt.Sprint(console.ExitFound), "The command found something wrong: " +
		"bad games, wrong counts, an illegal move, a problem without a solution."},
	{fmt.Sprint(console.ExitInput), "The input makes no sense. One sentence on standard error says why."},
	{fmt.Sprint(console.ExitLimit), "A limit of a problem ended its solving early."},
	{fmt.Sprint(console.ExitInterrupted), "Ctrl-C stopped the command. What was found until then is written."},
	{fmt.Sprint(console.ExitSignal + int(syscall.SIGTERM)), "SIGTERM stopped the command."},
	{fmt.Sprint(console.ExitSignal + int(syscall.SIGHUP)), "The terminal was closed (SIGHUP)."},
}

// environment lists the environment variables.
var environment = []struct{ name, means string }{
	{"NO_COLOR", "If set and not empty, nothing is coloured: painted boards are drawn with figurines."},
	{"KIRKE_DB", "The flag --db of 'kirke serve'. All flags of 'kirke serve' and 'kirke worker' have such variables, " +
		"as KIRKE_BACKUP_DIR. The command line comes first, then these, then the file of --config."},
	{"KIRKE_VARIANTS", "Files and folders of games, as the flag --variants of every command, apart as in PATH."},
	{"KIRKE_NETWORKS", "Files and folders of networks, as the flag --networks of every command, apart as in PATH."},
	{"KIRKE_POPEYE", "Path of Popeye, for 'kirke bench problems'."},
}

// command writes the section of a command.
func (m *page) command(node *kong.Node) {
	m.request("SS", node.FullPath()+synopsis(node))
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

// synopsis returns what stands behind a command: " [flags] <file>".
func synopsis(node *kong.Node) string {
	text := ""
	if len(node.Flags) > 0 {
		text = " [flags]"
	}
	for _, p := range node.Positional {
		text += " " + p.Summary()
	}
	return text
}

func (m *page) arguments(all []*kong.Positional) {
	for _, p := range all {
		m.request("TP")
		m.request("I", p.Summary())
		m.line(p.Help)
	}
}

func (m *page) flags(all []*kong.Flag) {
	for _, f := range all {
		if f.Hidden {
			continue
		}
		m.request("TP")
		m.request("B", f.String())
		m.line(f.Help)
	}
}
