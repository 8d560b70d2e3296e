// Command release builds what is published: a packed program for each system, a list of what each
// is made of (CycloneDX), and the checksums of all. With -notices it instead writes the notices of
// the libraries, which the program carries.
//
//	go run ./tool/release [-o dist] [-targets linux/amd64/v3,windows/amd64]
//
// main.go builds and packs, parts.go lists the parts, notices.go collects the notices.
package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// allTargets are the systems to build for: GOOS/GOARCH and, for amd64, the level.
const allTargets = "linux/amd64/v1,linux/amd64/v3,linux/arm64,darwin/amd64/v1,darwin/arm64," +
	"windows/amd64/v1,windows/amd64/v3,windows/arm64"

func main() {
	out := flag.String("o", "dist", "the folder to write to")
	targets := flag.String("targets", allTargets, "the systems to build for, separated by commas")
	notices := flag.String("notices", "", "write the notices of the libraries to this file, and nothing else")
	flag.Parse()
	var err error
	if *notices != "" {
		err = writeNotices(*notices)
	} else {
		err = release(*out, strings.Split(*targets, ","))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// target is a system to build for.
type target struct{ os, arch, level string }

// targetOf reads a system, such as "linux/amd64/v3".
func targetOf(text string) (target, error) {
	parts := append(strings.Split(text, "/"), "")
	t := target{os: parts[0], arch: parts[1]}
	if len(parts) > 2 {
		t.level = parts[2]
	}
	if t.arch == "" || len(parts) > 4 || t.level != "" && t.arch != "amd64" {
		return t, fmt.Errorf("%q is not a system: it is written as linux/amd64/v3 or linux/arm64", text)
	}
	return t, nil
}

// name returns the name of the files for the system, without extensions.
func (t target) name(version string) string {
	system := t.os
	if system == "darwin" {
		system = "macos"
	}
	return fmt.Sprintf("kirke-%s-%s-%s%s", version, system, t.arch, strings.TrimPrefix(t.level, "v1"))
}

// program returns the name of the program on the system.
func (t target) program() string {
	if t.os == "windows" {
		return "kirke.exe"
	}
	return "kirke"
}

// build builds the program into a file.
func (t target) build(file string) error {
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=true", "-ldflags=-s -w", "-o", file, "./cmd/kirke")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+t.os, "GOARCH="+t.arch)
	if t.level != "" {
		cmd.Env = append(cmd.Env, "GOAMD64="+t.level)
	}
	if said, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("building for %s/%s: %w: %s", t.os, t.arch, err, said)
	}
	return nil
}

// release writes everything into a folder that does not exist yet, or is empty.
func release(dir string, targets []string) error {
	if left, err := os.ReadDir(dir); err == nil && len(left) > 0 {
		return fmt.Errorf("%s is not empty", dir)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	version, when, err := origin()
	if err != nil {
		return err
	}
	built, err := os.MkdirTemp("", "kirke-release")
	if err != nil {
		return err
	}
	defer os.RemoveAll(built)
	for _, text := range targets {
		t, err := targetOf(text)
		if err != nil {
			return err
		}
		file := filepath.Join(built, t.name(version), t.program())
		if err := t.build(file); err != nil {
			return err
		}
		packed, err := t.pack(dir, version, file, when)
		if err != nil {
			return err
		}
		if err := writeParts(filepath.Join(dir, t.name(version)+".cdx.json"), file, version); err != nil {
			return err
		}
		info, err := os.Stat(packed)
		if err != nil {
			return err
		}
		fmt.Printf("%-44s %5.1f MB\n", filepath.Base(packed), float64(info.Size())/1e6)
	}
	return checksums(dir)
}

// origin returns the version, as git describes the commit, and the time of the commit.
func origin() (version string, when time.Time, err error) {
	said, err := exec.Command("git", "describe", "--tags", "--always", "--dirty").Output()
	if err != nil {
		return "", when, fmt.Errorf("git describe: %w", err)
	}
	date, err := exec.Command("git", "log", "-1", "--format=%cI").Output()
	if err != nil {
		return "", when, fmt.Errorf("git log: %w", err)
	}
	when, err = time.Parse(time.RFC3339, strings.TrimSpace(string(date)))
	return strings.TrimSpace(string(said)), when, err
}

// packedFile is a file in an archive.
type packedFile struct {
	name string
	data []byte
	mode os.FileMode
}

// pack packs a program with its licences and its README: the same bytes each time. It returns the
// name of the archive.
func (t target) pack(dir, version, program string, when time.Time) (string, error) {
	var files []packedFile
	for _, one := range []struct {
		from, to string
		mode     os.FileMode
	}{
		{program, t.program(), 0o755},
		{"README.md", "README.md", 0o644},
		{"LICENSE", "LICENSE", 0o644},
		{noticesFile, "THIRD-PARTY.txt", 0o644},
	} {
		data, err := os.ReadFile(one.from)
		if err != nil {
			return "", err
		}
		files = append(files, packedFile{t.name(version) + "/" + one.to, data, one.mode})
	}
	var b bytes.Buffer
	write, extension := tarred, ".tar.gz"
	if t.os == "windows" {
		write, extension = zipped, ".zip"
	}
	if err := write(&b, files, when); err != nil {
		return "", err
	}
	file := filepath.Join(dir, t.name(version)+extension)
	return file, os.WriteFile(file, b.Bytes(), 0o644)
}

// tarred writes a compressed tar archive.
func tarred(b *bytes.Buffer, files []packedFile, when time.Time) error {
	z := gzip.NewWriter(b)
	w := tar.NewWriter(z)
	for _, f := range files {
		header := &tar.Header{Name: f.name, Mode: int64(f.mode), Size: int64(len(f.data)), ModTime: when}
		if err := w.WriteHeader(header); err != nil {
			return err
		}
		if _, err := w.Write(f.data); err != nil {
			return err
		}
	}
	return errors.Join(w.Close(), z.Close())
}

// zipped writes a ZIP archive.
func zipped(b *bytes.Buffer, files []packedFile, when time.Time) error {
	z := zip.NewWriter(b)
	for _, f := range files {
		h := &zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: when}
		h.SetMode(f.mode)
		w, err := z.CreateHeader(h)
		if err != nil {
			return err
		}
		if _, err := w.Write(f.data); err != nil {
			return err
		}
	}
	return z.Close()
}

// checksums writes the SHA-256 of all files in a folder, as sha256sum does.
func checksums(dir string) error {
	all, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	var lines []string
	for _, f := range all {
		data, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			return err
		}
		lines = append(lines, fmt.Sprintf("%x  %s\n", sha256.Sum256(data), f.Name()))
	}
	slices.Sort(lines)
	return os.WriteFile(filepath.Join(dir, "SHA256SUMS"), []byte(strings.Join(lines, "")), 0o644)
}
