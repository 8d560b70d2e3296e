//go:build !unix

package match

import "os/exec"

// setGroup does nothing: there are no process groups here.
func setGroup(*exec.Cmd) {}

// killGroup kills the process.
func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
