# make              builds bin/kirke
# make wasm         builds the engine for browsers, which the site embeds
# make run          builds the site and serves it at http://127.0.0.1:8080
# make test         runs all tests
# make quick        runs most of the tests, in half a minute
# make test-arm64   runs the tests of what is in assembly for ARM, by qemu-aarch64 on other machines
# make axe          fetches axe-core by npm, for the tests of accessibility
# make lint         checks the code by .golangci.yml
# make soak         runs the deep tests: whole perft suites, long property runs
# make fuzz         runs every fuzz target for FUZZTIME
# make release      builds the programs for all systems in dist, with checksums and lists of their parts
# make image        builds a container of the site, with buildah, podman or docker
# make pgo          measures anew where the program spends its time, for the compiler
# make bench-peers  times Kirke and KIRKE_FSF, KIRKE_FSF_LARGE, KIRKE_FSF_DEBIAN, KIRKE_STOCKFISH

GO        ?= go
FUZZTIME  ?= 10m
CHECKS    ?= 5000
LINT       = bin/golangci-lint-$(LINT_VERSION)
LINT_VERSION = v2.15.0

AXE_VERSION  = 4.14.1
AXE          = bin/axe-core-$(AXE_VERSION).min.js

export CGO_ENABLED = 0

# Whether the program records its commit, which 'kirke --version' shows: auto, true or false.
BUILDVCS ?= auto

# The level of amd64 that this machine has: v3 has AVX2 and BMI2.
LEVEL := $(shell grep -qw avx2 /proc/cpuinfo 2>/dev/null && grep -qw bmi2 /proc/cpuinfo && echo GOAMD64=v3)

# The engine for browsers, which the site embeds.
WASM = web/wasm/built

.PHONY: build wasm run test quick test-arm64 axe lint soak fuzz release image pgo bench-peers clean

build: wasm
	$(LEVEL) $(GO) build -trimpath -buildvcs=$(BUILDVCS) -o bin/kirke ./cmd/kirke

wasm:
	GOOS=js GOARCH=wasm $(GO) build -trimpath -buildvcs=false -ldflags="-s -w" -o $(WASM)/engine.wasm ./web/wasm/program
	gzip -9 -n -f $(WASM)/engine.wasm
	cp -f "$$($(GO) env GOROOT)/lib/wasm/wasm_exec.js" $(WASM)

run: build
	bin/kirke serve

# Without the profile, the tests of cmd/kirke use the packages that are compiled for other tests.
test: wasm
	KIRKE_AXE=$${KIRKE_AXE:-$(wildcard $(CURDIR)/$(AXE))} $(GO) test -pgo=off -timeout 25m ./...

# Packages whose tests take long: whole games in browsers, problems, databases, processes.
SLOW = /(web|web/client|problem(/internal/.*)?|store|cmd/kirke|engine|jobs|bitboard(/internal/.*)?|tool/.*|bus)$$

quick:
	$(GO) test -pgo=off -short $$($(GO) list ./... | grep -vE '$(SLOW)')

# The machine's own processor needs no emulation.
QEMU = $(if $(filter aarch64 arm64,$(shell uname -m)),,-exec qemu-aarch64)

test-arm64:
	GOARCH=arm64 $(GO) vet ./engine/nn ./internal/prefetch
	GOARCH=arm64 $(GO) test -pgo=off -short $(QEMU) ./engine/nn ./internal/prefetch

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
	GOFLAGS=-pgo=off $(LINT) run ./...

$(LINT):
	GOBIN=$(CURDIR)/bin $(GO) install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(LINT_VERSION)
	mv bin/golangci-lint $(LINT)

# The imports of a package's tests; those of property tests include pgregory.net/rapid.
IMPORTS = {{range .TestImports}}{{.}} {{end}}{{range .XTestImports}}{{.}} {{end}}

soak: build
	for f in testdata/perft/*.jsonl; do bin/kirke perft --suite $$f || exit 1; done
	$(GO) test -timeout 2h ./bitboard -run TestKernelsAgree -positions 100000
	$(GO) test -timeout 6h ./problem -run TestProblems -limit 10m -hash 2048
	$(GO) test -timeout 6h ./problem -run TestFairyProblems -all -limit 10m -hash 2048
	$(GO) test -timeout 2h ./oracle -run TestConditionsRecorded -recorded
	$(GO) test -timeout 2h ./problem/popeye -run TestMutatedInputs -mutations 50
	$(GO) test -timeout 2h ./rules/reference -refused 100 -leaves 3000000
	$(GO) test -timeout 1h ./notation -run TestRefusedTexts -texts 2000
	$(GO) test -timeout 2h ./internal/rulebook -depth 20
	$(GO) test -timeout 2h ./bitboard -run 'TestMateInTwo|TestStalemates' -walks 50000
	$(GO) test -timeout 2h ./bitboard/internal/narrow/foresight -rounds 30
	$(GO) test -timeout 30m ./engine -run TestGating -deep
	$(GO) test -timeout 4h ./problem -run 'TestBound|TestGameBound|TestForesight|TestProofNumbers|TestMemory' -rounds 20
	$(GO) test -timeout 30m ./cmd/kirke -run TestKilled -kills 50
	$(GO) test -timeout 30m ./cmd/kirke -run TestClusterKilled -cluster-kills 50 -cluster-games 200
	$(GO) test -timeout 30m ./web -run TestTwoPeoplePlay -ways
	KIRKE_AXE=$${KIRKE_AXE:-$(wildcard $(CURDIR)/$(AXE))} $(GO) test -timeout 30m ./web -run TestPages -looks
	for p in $$($(GO) list -f '$(IMPORTS)|{{.ImportPath}}' ./... | sed -n 's/.*pgregory.net.*|//p'); do \
		$(GO) test -timeout 2h $$p -rapid.checks $(CHECKS) || exit 1; done

fuzz:
	for p in $$($(GO) list ./...); do \
		for f in $$($(GO) test -list '^Fuzz' $$p | grep '^Fuzz'); do \
			echo "$$p $$f"; $(GO) test -run '^$$' -fuzz "^$$f\$$" -fuzztime $(FUZZTIME) $$p || exit 1; \
		done; \
	done

release: wasm
	$(GO) run ./tool/release -o dist

IMAGE_TOOL ?= $(firstword $(foreach t,buildah podman docker,$(shell command -v $(t))))

image: wasm
	GOOS=linux $(GO) build -trimpath -buildvcs=$(BUILDVCS) -ldflags="-s -w" -o bin/container/kirke ./cmd/kirke
	mkdir -p bin/container/data
	$(IMAGE_TOOL) build -t kirke -f deploy/Dockerfile bin/container

pgo: build
	for run in 1 2 3 4; do \
		bin/kirke bench movegen --repeat 2 --cpuprofile bin/movegen$$run.pgo && \
		$(GO) test ./engine -run '^$$' -bench 'Search/(seirawan|circe)' -benchtime 8x \
			-o bin/engine.test -cpuprofile bin/search$$run.pgo || exit 1; \
	done
	$(GO) tool pprof -proto -output cmd/kirke/default.pgo bin/movegen[1-4].pgo bin/search[1-4].pgo

bench-peers: build
	$(GO) run ./tool/benchpeers -kirke bin/kirke

clean:
	rm -rf bin dist
