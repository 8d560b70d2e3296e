//go:build !unix

package match

import "os/exec"

// setGroup does nothing where there are no groups of processes.
func setGroup(*exec.Cmd) {}

// killGroup ends the process.
func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
