# make        builds bin/kirke
# make run    builds the site and serves it at http://127.0.0.1:8080
# make test   sets up and passes the tests
# make axe    has axe-core fetched by npm, for the tests of pages that want it
# make lint   holds the code to .golangci.yml
# make soak   the deep tests: every perft suite to its full depth, and long property runs
# make fuzz   every fuzz target for FUZZTIME
# make pgo    measures anew where the program spends its time, for the compiler
# make bench-peers  times Kirke beside KIRKE_FSF, KIRKE_FSF_LARGE, KIRKE_FSF_DEBIAN and KIRKE_STOCKFISH

GO        ?= go
FUZZTIME  ?= 10m
CHECKS    ?= 5000
LINT       = bin/golangci-lint-$(LINT_VERSION)
LINT_VERSION = v2.15.0

AXE_VERSION  = 4.14.1
AXE          = bin/axe-core-$(AXE_VERSION).min.js

export CGO_ENABLED = 0

# Whether the program is told the commit it is built from, which 'kirke --version' shows: auto, true or false.
BUILDVCS ?= auto

# The level of amd64 this machine has: v3 is what has AVX2 and BMI2.
LEVEL := $(shell grep -qw avx2 /proc/cpuinfo 2>/dev/null && grep -qw bmi2 /proc/cpuinfo && echo GOAMD64=v3)

.PHONY: build run test axe lint soak fuzz pgo bench-peers clean

build:
	$(LEVEL) $(GO) build -trimpath -buildvcs=$(BUILDVCS) -o bin/kirke ./cmd/kirke

run: build
	bin/kirke serve

test: build
	KIRKE_AXE=$${KIRKE_AXE:-$(wildcard $(CURDIR)/$(AXE))} $(GO) test ./...

axe: $(AXE)

$(AXE):
	mkdir -p bin
	cd bin && npm pack --silent axe-core@$(AXE_VERSION)
	tar -xzOf bin/axe-core-$(AXE_VERSION).tgz package/axe.min.js > $@.part
	rm bin/axe-core-$(AXE_VERSION).tgz
	mv $@.part $@

lint: $(LINT)
	@unformatted=$$(gofmt -l $$(git ls-files '*.go')); \
	if [ -n "$$unformatted" ]; then echo "not formatted by gofmt:"; echo "$$unformatted"; exit 1; fi
	$(GO) vet ./...
	$(LINT) run ./...

$(LINT):
	GOBIN=$(CURDIR)/bin $(GO) install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(LINT_VERSION)
	mv bin/golangci-lint $(LINT)

soak: build
	for f in testdata/perft/*.jsonl; do bin/kirke perft --suite $$f || exit 1; done
	$(GO) test -timeout 2h ./bitboard -run TestKernelsAgree -positions 100000
	$(GO) test -timeout 6h ./problem -run TestProblems -limit 10m -hash 2048
	$(GO) test -timeout 2h ./rules -run TestRefusalsAreTrue -refused 100
	$(GO) test -timeout 2h ./bitboard -run TestMateNext -walks 50000
	$(GO) test -timeout 4h ./problem -run 'TestBound|TestChart|TestForesight|TestProofNumbers|TestMemory' -rounds 20
	$(GO) test -timeout 30m ./cmd/kirke -run TestKilled -kills 50
	$(GO) test -timeout 30m ./web -run TestTwoPeoplePlay -ways
	KIRKE_AXE=$${KIRKE_AXE:-$(wildcard $(CURDIR)/$(AXE))} $(GO) test -timeout 30m ./web -run TestPages -looks
	for p in $$($(GO) list -f '{{range .TestImports}}{{.}} {{end}}{{range .XTestImports}}{{.}} {{end}}|{{.ImportPath}}' ./... | sed -n 's/.*pgregory.net.*|//p'); do \
		$(GO) test -timeout 2h $$p -rapid.checks $(CHECKS) || exit 1; done

fuzz:
	for p in $$($(GO) list ./...); do \
		for f in $$($(GO) test -list '^Fuzz' $$p | grep '^Fuzz'); do \
			echo "$$p $$f"; $(GO) test -run '^$$' -fuzz "^$$f\$$" -fuzztime $(FUZZTIME) $$p || exit 1; \
		done; \
	done

pgo: build
	for run in 1 2 3 4; do bin/kirke bench movegen --repeat 2 --cpuprofile bin/movegen$$run.pgo && \
		$(GO) test ./engine -run '^$$' -bench 'Search/(seirawan|circe)' -benchtime 8x -o bin/engine.test -cpuprofile bin/search$$run.pgo || exit 1; done
	$(GO) tool pprof -proto -output cmd/kirke/default.pgo bin/movegen[1-4].pgo bin/search[1-4].pgo

bench-peers: build
	$(GO) run ./tool/benchpeers -kirke bin/kirke

clean:
	rm -rf bin
