package server

import (
	"bytes"
	"errors"
	"fmt"
	"net/url"
	"os"
	"reflect"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
	"github.com/alecthomas/kong"

	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
)

// Every flag of a server is also a setting: a variable of the environment and a line of a TOML
// file.

// configFlags name the file of settings of a command.
type configFlags struct {
	Config string `placeholder:"FILE" type:"path" help:"TOML file with the flags of this command, as 'quiet = true'. In the environment they are KIRKE_QUIET=true."`

	used settings
}

// settings are the flags that are not on the command line. The environment comes before the file.
type settings struct {
	file   string            // "" for none
	values map[string]string // by flag, as on the command line
	from   map[string]string // where each comes from
}

// onceFlags are the flags that are for one run, and no settings.
var onceFlags = []string{"help", "config", "check-config", "backup", "restore", "drill"}

// BeforeResolve implements kong's hook. It finds the settings before missing flags get their
// defaults.
func (f *configFlags) BeforeResolve(ctx *kong.Context) error {
	f.used = settings{values: map[string]string{}, from: map[string]string{}}
	known := map[string]*kong.Flag{} // by name and alias
	for _, flag := range settingsOf(ctx) {
		if flag.Name == "config" {
			f.used.file, _ = ctx.FlagValue(flag).(string)
		}
		if !slices.Contains(onceFlags, flag.Name) {
			for _, name := range names(flag) {
				known[name] = flag
			}
		}
	}
	if f.used.file == "" {
		f.used.file = os.Getenv(variableOf("config"))
	}
	if err := f.used.read(known); err != nil {
		return err
	}
	for _, flag := range known {
		for _, name := range slices.Backward(names(flag)) { // the present name comes last and wins
			if value := os.Getenv(variableOf(name)); value != "" {
				f.used.set(flag, value, variableOf(name))
			}
		}
	}
	ctx.AddResolver(f.used)
	return nil
}

// settingsOf returns the flags of a command, and --variants, which every command has.
func settingsOf(ctx *kong.Context) []*kong.Flag {
	all := slices.Clone(ctx.Selected().Flags)
	for _, flag := range ctx.Model.Flags {
		if flag.Name == "variants" {
			all = append(all, flag)
		}
	}
	return all
}

// names returns the name of a flag and those of earlier versions.
func names(flag *kong.Flag) []string { return append([]string{flag.Name}, flag.Aliases...) }

// variableOf returns the environment variable of a flag.
func variableOf(flag string) string {
	return "KIRKE_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

func (s settings) set(flag *kong.Flag, value, from string) {
	s.values[flag.Name], s.from[flag.Name] = value, from
}

// read reads the file.
func (s settings) read(known map[string]*kong.Flag) error {
	if s.file == "" {
		return nil
	}
	data, err := os.ReadFile(s.file)
	if err != nil {
		return fmt.Errorf("--config: %w", console.FileError(err))
	}
	const most = 1 << 20
	if len(data) > most {
		return fmt.Errorf("--config: %s is larger than a megabyte", s.file)
	}
	var all map[string]any
	if err := toml.Unmarshal(data, &all); err != nil {
		if bad, ok := errors.AsType[toml.ParseError](err); ok {
			return fmt.Errorf("--config: %s, line %d: %s (text needs quotes)", s.file, bad.Position.Line, bad.Message)
		}
		return fmt.Errorf("--config: %s: %w", s.file, err)
	}
	for name, value := range all {
		where := fmt.Sprintf("%s, line %d", s.file, lineOf(data, name))
		if known[name] == nil {
			if slices.Contains(onceFlags, name) {
				return fmt.Errorf("--config: %s: %s is for one run, on the command line", where, name)
			}
			return fmt.Errorf("--config: %s: there is no setting '%s'", where, name)
		}
		text, err := flagText(value)
		if err != nil {
			return fmt.Errorf("--config: %s: %s %w", where, name, err)
		}
		s.set(known[name], text, where)
	}
	return nil
}

// lineOf returns the line in which a name is set.
func lineOf(data []byte, name string) int {
	line := 0
	for text := range bytes.Lines(data) {
		line++
		key, _, assigned := bytes.Cut(text, []byte("="))
		if assigned && strings.Trim(string(bytes.TrimSpace(key)), `"'`) == name {
			return line
		}
		if strings.Trim(string(bytes.TrimSpace(text)), `[]"'`) == name {
			return line
		}
	}
	return 1
}

// flagText returns a TOML value as the command line would have it.
func flagText(value any) (string, error) {
	switch v := value.(type) {
	case string, bool, int64, float64:
		return fmt.Sprint(v), nil
	case []any:
		var all []string
		for _, item := range v {
			text, err := flagText(item)
			if err != nil {
				return "", err
			}
			all = append(all, text)
		}
		return strings.Join(all, ","), nil
	default:
		return "", errors.New("is neither text, a number, true, false nor a list of these")
	}
}

// Validate implements kong.Resolver.
func (s settings) Validate(*kong.Application) error { return nil }

// Resolve implements kong.Resolver. It reports a bad value with the place it comes from.
func (s settings) Resolve(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
	value, found := s.values[flag.Name]
	if !found {
		return nil, nil //nolint:nilnil // kong takes it for no value
	}
	scanner := kong.Scan().PushTyped(value, kong.FlagValueToken)
	if err := flag.Parse(scanner, reflect.New(flag.Target.Type()).Elem()); err != nil {
		return nil, fmt.Errorf("%s: %w", s.from[flag.Name], err)
	}
	return value, nil
}

// list returns every setting and where it comes from, in the form of a settings file.
func (f *configFlags) list(parsed *kong.Context) string {
	given := map[string]bool{} // on the command line
	for _, p := range parsed.Path {
		if p.Flag != nil && !p.Resolved {
			given[p.Flag.Name] = true
		}
	}
	var b strings.Builder
	variables := map[string]bool{}
	for _, flag := range settingsOf(parsed) {
		for _, name := range names(flag) {
			variables[variableOf(name)] = true
		}
		if slices.Contains(onceFlags, flag.Name) || flag.Hidden {
			continue
		}
		from := "default"
		switch where, set := f.used.from[flag.Name]; {
		case given[flag.Name]:
			from = "command line"
		case set:
			from = where
		}
		fmt.Fprintf(&b, "%-40s # %s\n", flag.Name+" = "+tomlOf(flag), from)
	}
	for _, variable := range os.Environ() {
		name, _, _ := strings.Cut(variable, "=")
		if strings.HasPrefix(name, "KIRKE_") && !variables[name] {
			fmt.Fprintf(&b, "# The variable %s is not a setting.\n", name)
		}
	}
	return b.String()
}

// tomlOf returns the value of a flag as TOML, without passwords.
func tomlOf(flag *kong.Flag) string {
	value := flag.Target.Interface()
	switch v := value.(type) {
	case bool, int, float64:
		return fmt.Sprint(v)
	case string:
		return fmt.Sprintf("%q", withoutPassword(v))
	case fmt.Stringer:
		return fmt.Sprintf("%q", v)
	}
	if flag.IsSlice() {
		var all []string
		for i := range flag.Target.Len() {
			all = append(all, fmt.Sprintf("%q", fmt.Sprint(flag.Target.Index(i).Interface())))
		}
		return "[" + strings.Join(all, ", ") + "]"
	}
	return fmt.Sprintf("%q", fmt.Sprint(value))
}

// withoutPassword hides the password in a URL.
func withoutPassword(text string) string {
	if u, err := url.Parse(text); err == nil && u.User != nil {
		return u.Redacted()
	}
	return text
}
