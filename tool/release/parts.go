package main

import (
	"bytes"
	"debug/buildinfo"
	"encoding/json"
	"os"
	"runtime/debug"
)

// parts is a list of what a program is made of, in CycloneDX 1.6.
type parts struct {
	Format     string      `json:"bomFormat"`
	Spec       string      `json:"specVersion"`
	Version    int         `json:"version"`
	About      about       `json:"metadata"`
	Components []component `json:"components"`
}

type about struct {
	Component component `json:"component"`
}

type component struct {
	Type       string     `json:"type"`
	Name       string     `json:"name"`
	Version    string     `json:"version,omitempty"`
	PURL       string     `json:"purl,omitempty"`
	Properties []property `json:"properties,omitempty"`
}

type property struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// writeParts writes the list of what a program is made of, from the build information in it.
func writeParts(file, program, version string) error {
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return err
	}
	data, err := json.MarshalIndent(partsOf(info, version), "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(bytes.TrimSpace(data), '\n'), 0o644)
}

// partsOf returns the list for a program with some build information.
func partsOf(info *debug.BuildInfo, version string) parts {
	own := component{Type: "application", Name: "kirke", Version: version}
	for _, s := range info.Settings {
		own.Properties = append(own.Properties, property{"go:" + s.Key, s.Value})
	}
	p := parts{Format: "CycloneDX", Spec: "1.6", Version: 1, About: about{own}}
	p.Components = append(p.Components, component{
		Type: "library", Name: "std", Version: info.GoVersion, PURL: "pkg:golang/std@" + info.GoVersion[len("go"):],
	})
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		purl := "pkg:golang/" + m.Path + "@" + m.Version
		c := component{Type: "library", Name: m.Path, Version: m.Version, PURL: purl}
		if m.Sum != "" {
			c.Properties = []property{{"go:sum", m.Sum}}
		}
		p.Components = append(p.Components, c)
	}
	return p
}
