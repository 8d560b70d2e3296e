package match

import (
	"os/exec"
	"syscall"
)

// setGroup puts a command into a process group of its own, which Ctrl-C in the terminal does not
// reach, and which ends with the thread that started it.
func setGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// killGroup kills all processes of the group.
func killGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
