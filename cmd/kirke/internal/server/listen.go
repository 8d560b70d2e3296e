package server

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/kirke-chess/kirke/web"
)

// listeners are the addresses that a server listens at.
type listeners struct {
	scheme string // of the main one
	main   net.Listener
	others []endpoint
}

// endpoint is an address besides the main one.
type endpoint struct {
	net.Listener
	handler http.Handler
	slow    bool // answers may take long, as profiles do
}

// listen opens all addresses, or none.
func (cmd *Serve) listen(ctx context.Context, server *web.Server) (all listeners, err error) {
	var opened []net.Listener
	defer func() {
		if err != nil {
			for _, l := range opened {
				_ = l.Close() // nobody has connected yet
			}
		}
	}()
	open := func(flag, address string) (net.Listener, error) {
		l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
		if err != nil {
			return nil, fmt.Errorf("--%s: %w", flag, err)
		}
		opened = append(opened, l)
		return l, nil
	}
	all.scheme = "http"
	if all.main, err = open("addr", cmd.Addr); err != nil {
		return listeners{}, err
	}
	if cmd.TLS.given() {
		config, redirect, err := cmd.TLS.config()
		if err != nil {
			return listeners{}, err
		}
		all.scheme, all.main = "https", tls.NewListener(all.main, config)
		if cmd.TLS.HTTP != "" {
			l, err := open("http", cmd.TLS.HTTP)
			if err != nil {
				return listeners{}, err
			}
			all.others = append(all.others, endpoint{Listener: l, handler: redirect})
		}
	}
	if cmd.Internal != "" {
		l, err := open("internal", cmd.Internal)
		if err != nil {
			return listeners{}, err
		}
		all.others = append(all.others, endpoint{Listener: l, handler: server.Internal(), slow: true})
	}
	return all, nil
}

// serve answers requests until ctx ends.
func (e endpoint) serve(ctx context.Context) error {
	const timeout = 10 * time.Second
	s := &http.Server{
		Handler:           e.handler,
		ReadTimeout:       timeout,
		ReadHeaderTimeout: timeout,
		IdleTimeout:       time.Minute,
		MaxHeaderBytes:    32 << 10,
	}
	if !e.slow {
		s.WriteTimeout = timeout
	}
	stop := context.AfterFunc(ctx, func() { _ = s.Close() })
	defer stop()
	if err := s.Serve(e.Listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
