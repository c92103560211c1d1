# Builds and installs Motley; cargo does the work (see docs/install.md).
#
#   make                             builds the release: the engine, and the server of games in the browser
#   make EXE=name                    builds the engine alone and copies it to that name, as OpenBench asks
#   make install PREFIX=/usr/local   installs both with manual pages, completions, desktop entries and GUI
#                                    configurations; DESTDIR=FOLDER puts everything below a folder
#   make uninstall PREFIX=...        removes what install put there
#
# BINDIR=FOLDER is where the programs go, PREFIX/bin if it is not named. BINARIES=FOLDER installs programs that are
# built already. PROFILE=dev builds faster. The build is made for this processor (.cargo/config.toml);
# RUSTFLAGS='-C target-cpu=x86-64' makes one for all.

PREFIX ?= /usr/local
BINDIR ?= $(PREFIX)/bin
DESTDIR ?=
CARGO ?= cargo
INSTALL ?= install
PROFILE ?= release

target := $(or $(CARGO_TARGET_DIR),target)
suffix := $(if $(filter Windows_NT,$(OS)),.exe)
built := $(target)/$(if $(filter dev,$(PROFILE)),debug,$(PROFILE))

bin := $(DESTDIR)$(BINDIR)
share := $(DESTDIR)$(PREFIX)/share
guis := cutechess gnome-chess settings xboard winboard
bash := $(share)/bash-completion/completions/motley
zsh := $(share)/zsh/site-functions/_motley
fish := $(share)/fish/vendor_completions.d/motley.fish
apps := $(share)/applications
icon := $(share)/icons/hicolor/scalable/apps/motley.svg
metainfo := $(share)/metainfo/io.github.motley_authors.motley.metainfo.xml
doc := $(share)/doc/motley

.PHONY: all build engine install uninstall

ifdef EXE
all: engine
	cp "$(built)/motley$(suffix)" "$(EXE:$(suffix)=)$(suffix)"
else
all: build
endif

engine:
	$(CARGO) build --profile $(PROFILE) --package motley --bin motley

build:
	$(CARGO) build --profile $(PROFILE) --package motley --bin motley --package motley-server --bin motley-server

ifdef BINARIES
install:
else
BINARIES := $(built)
install: build
endif
	$(INSTALL) -D -m 755 "$(BINARIES)/motley$(suffix)" "$(bin)/motley"
	$(INSTALL) -D -m 755 "$(BINARIES)/motley-server$(suffix)" "$(bin)/motley-server"
	$(INSTALL) -D -m 755 scripts/motley-xboard "$(bin)/motley-xboard"
	$(INSTALL) -d "$(share)/man/man1" "$(share)/motley"
	for file in "$(bash)" "$(zsh)" "$(fish)"; do \
	    $(INSTALL) -d "$${file%/*}" || exit; \
	done
	"$(bin)/motley" man "$(share)/man/man1"
	"$(bin)/motley-server" --manual >"$(share)/man/man1/motley-server.1"
	$(INSTALL) -m 644 assets/linux/motley-xboard.1 "$(share)/man/man1"
	"$(bin)/motley" completions bash >"$(bash)"
	"$(bin)/motley" completions zsh >"$(zsh)"
	"$(bin)/motley" completions fish >"$(fish)"
	for gui in $(guis); do \
	    MOTLEY_LAUNCHER="$(BINDIR)/motley" "$(bin)/motley" --xboard-config=$$gui >"$(share)/motley/$$gui" || exit; \
	done
	$(INSTALL) -D -m 644 -t "$(apps)" assets/linux/*.desktop
	scripts/desktop-actions "$(bin)/motley" >>"$(apps)/motley-xboard.desktop"
	$(INSTALL) -D -m 644 assets/linux/motley.svg "$(icon)"
	$(INSTALL) -D -m 644 assets/linux/motley.metainfo.xml "$(metainfo)"
	files=$$(scripts/linked-files) || exit; for file in $$files; do \
	    $(INSTALL) -D -m 644 "$$file" "$(doc)/$$file" || exit; \
	done

# The folder of the documentation is Motley's alone. In share/motley may also be games of the server and pictures.
uninstall:
	rm -f "$(bin)/motley" "$(bin)/motley-server" "$(bin)/motley-xboard"
	rm -f "$(share)/man/man1/motley.1" "$(share)/man/man1/motley-"*.1
	rm -f $(patsubst assets/linux/%,"$(apps)/%",$(wildcard assets/linux/*.desktop))
	rm -f "$(bash)" "$(zsh)" "$(fish)" "$(icon)" "$(metainfo)"
	for gui in $(guis); do rm -f "$(share)/motley/$$gui" || exit; done
	rmdir "$(share)/motley" 2>/dev/null || true
	rm -rf "$(doc)"
