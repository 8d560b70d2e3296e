package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os/signal"
	"syscall"

	"github.com/kirke-chess/kirke/web"
)

type serveCmd struct {
	Addr    string  `default:"127.0.0.1:8080" placeholder:"HOST:PORT" help:"Where to listen (default 127.0.0.1:8080)."`
	Rate    float64 `placeholder:"N" help:"How many requests a second one address may make (default 20)."`
	Proxied bool    `help:"A proxy in front names the clients in X-Forwarded-For."`
	Quiet   bool    `help:"Log warnings and errors only."`
}

// Run serves until the program is interrupted or terminated.
func (cmd *serveCmd) Run(c *console) error {
	ctx, stop := signal.NotifyContext(c.ctx, syscall.SIGTERM)
	defer stop()
	options := &slog.HandlerOptions{Level: slog.LevelInfo}
	if cmd.Quiet {
		options.Level = slog.LevelWarn
	}
	log := slog.New(slog.NewTextHandler(c.err, options))
	if c.JSON {
		log = slog.New(slog.NewJSONHandler(c.err, options))
	}
	server, err := web.New(web.Config{Log: log, Engines: c.engines(), Rate: cmd.Rate, Proxied: cmd.Proxied})
	if err != nil {
		return err
	}
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", cmd.Addr)
	if err != nil {
		return fmt.Errorf("--addr: %w", err)
	}
	fmt.Fprintf(c.out, "Kirke is at http://%s (Ctrl-C ends it)\n", l.Addr())
	err = server.Serve(ctx, l)
	if errors.Is(err, http.ErrServerClosed) || errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// engines returns how many searches run at once, 0 for the server's own choice.
func (c *console) engines() int {
	if c.threadsGiven {
		return c.Threads
	}
	return 0
}
