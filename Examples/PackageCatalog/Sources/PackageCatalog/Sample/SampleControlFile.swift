/// A control file of invented packages, so that the example runs where there is no package database.
///
/// It holds each kind: installed packages (one only half configured), packages of which the configuration
/// stayed, packages that are only offered, names that nothing but a Provides or a Depends field mentions, one
/// name for two architectures, alternatives, a cycle, and a relation whose version is not met.
public enum SampleControlFile {
  /// The number of paragraphs, so of packages.
  public static let packageCount = 27

  /// The whole file.
  public static let text = """
    Package: anvil-base
    Essential: yes
    Status: install ok installed
    Priority: required
    Section: admin
    Installed-Size: 340
    Maintainer: Anvil Base Team <base@anvil.example>
    Architecture: amd64
    Version: 12.4
    Pre-Depends: anvil-shell | posix-shell
    Depends: text-scanner
    Replaces: base-legacy
    Provides: base-system
    Description: basic layout of an Anvil system
     The directory tree and the few files without which nothing
     else can be unpacked.
     .
     It is essential and cannot be removed.

    Package: anvil-shell
    Essential: yes
    Status: install ok installed
    Priority: required
    Section: shells
    Installed-Size: 1210
    Maintainer: Anvil Base Team <base@anvil.example>
    Architecture: amd64
    Version: 2:5.1-3
    Pre-Depends: libember1 (>= 1.4)
    Provides: posix-shell
    Suggests: anvil-manual
    Description: command interpreter
     Reads commands from a terminal or a file and carries them out.

    Package: libember1
    Status: install ok installed
    Priority: required
    Section: libs
    Installed-Size: 5120
    Maintainer: Ember Libraries <ember@anvil.example>
    Architecture: amd64
    Multi-Arch: same
    Source: ember
    Version: 1.6-2
    Depends: ember-runtime (= 1.6-2)
    Breaks: libember0 (<< 1.0)
    Description: runtime library of the Ember language
     Every program written in Ember needs it.

    Package: libember1
    Status: install ok installed
    Priority: required
    Section: libs
    Installed-Size: 4870
    Maintainer: Ember Libraries <ember@anvil.example>
    Architecture: i386
    Multi-Arch: same
    Source: ember
    Version: 1.6-2
    Depends: ember-runtime (= 1.6-2)
    Description: runtime library of the Ember language
     Every program written in Ember needs it.

    Package: ember-runtime
    Status: install ok installed
    Priority: important
    Section: libs
    Installed-Size: 88
    Maintainer: Ember Libraries <ember@anvil.example>
    Architecture: all
    Source: ember
    Version: 1.6-2
    Recommends: libember1
    Description: data files of the Ember runtime
     Tables of characters and of time zones.

    Package: quickscan
    Status: install ok installed
    Priority: standard
    Section: utils
    Installed-Size: 415
    Maintainer: José Quintero <jose@quintero.example>
    Architecture: amd64
    Version: 0.9~rc2-1
    Depends: libember1 (>= 1.2)
    Provides: text-scanner (= 1.0)
    Description: fast scanner for text patterns
     Searches files for lines that look like something.

    Package: slowscan
    Priority: optional
    Section: utils
    Installed-Size: 390
    Size: 120448
    Filename: pool/s/slowscan/slowscan_3.0-1_amd64.deb
    Maintainer: José Quintero <jose@quintero.example>
    Architecture: amd64
    Version: 3.0-1
    Depends: libember1
    Provides: text-scanner
    Conflicts: quickscan (<< 0.5)
    Description: thorough scanner for text patterns
     Searches files for lines, and reads each of them twice.

    Package: anvil-init
    Status: install ok half-configured
    Priority: important
    Section: admin
    Installed-Size: 640
    Maintainer: Anvil Base Team <base@anvil.example>
    Architecture: amd64
    Version: 252.1-4
    Pre-Depends: anvil-base (>= 12)
    Depends: anvil-logger, anvil-shell:any
    Description: starts and watches services

    Package: anvil-logger
    Status: hold ok installed
    Priority: important
    Section: admin
    Installed-Size: 230
    Maintainer: Anvil Base Team <base@anvil.example>
    Architecture: amd64
    Version: 8.2302-1
    Depends: anvil-init (>= 250) | service-manager
    Description: collects messages of services
     Depends on the service manager, which depends on it: a cycle
     that package managers have to live with.

    Package: kiln
    Status: install ok installed
    Priority: optional
    Section: devel
    Installed-Size: 52100
    Maintainer: Kiln Compiler Group <kiln@lists.anvil.example>
    Architecture: amd64
    Version: 4:12.2-3
    Depends: kiln-backend (>= 12.2), libember-dev (>= 1.6) | ember-headers, linker
    Recommends: kiln-doc
    Suggests: hammer, anvil-editor
    Provides: ember-compiler
    Description: compiler for the Ember language
     Translates Ember programs to machine code.

    Package: kiln-backend
    Status: install ok installed
    Priority: optional
    Section: devel
    Installed-Size: 98304
    Maintainer: Kiln Compiler Group <kiln@lists.anvil.example>
    Architecture: amd64
    Version: 12.2-3
    Depends: libember1 (>= 1.6), libsinter4 (>= 4.1)
    Description: code generator of the Kiln compiler

    Package: kiln-doc
    Priority: optional
    Section: doc
    Installed-Size: 9020
    Size: 1830112
    Filename: pool/k/kiln/kiln-doc_12.2-3_all.deb
    Maintainer: Kiln Compiler Group <kiln@lists.anvil.example>
    Architecture: all
    Version: 12.2-3
    Enhances: kiln
    Suggests: document-viewer
    Description: manual of the Kiln compiler

    Package: libember-dev
    Status: install ok installed
    Priority: optional
    Section: libdevel
    Installed-Size: 2210
    Maintainer: Ember Libraries <ember@anvil.example>
    Architecture: amd64
    Source: ember
    Version: 1.6-2
    Depends: libember1 (= 1.6-2)
    Provides: ember-headers
    Description: files needed to compile Ember programs

    Package: libsinter4
    Status: install ok installed
    Priority: optional
    Section: libs
    Installed-Size: 730
    Maintainer: Sinter Developers <sinter@anvil.example>
    Architecture: amd64
    Version: 4.0-9
    Depends: libember1
    Description: arithmetic with very large numbers
     The version is older than the compiler asks for, as it happens
     on systems that were upgraded in part.

    Package: binlink
    Status: install ok installed
    Priority: optional
    Section: devel
    Installed-Size: 8400
    Maintainer: Kiln Compiler Group <kiln@lists.anvil.example>
    Architecture: amd64
    Version: 2.40-2
    Depends: libember1, libsinter4
    Provides: linker
    Description: joins compiled parts to programs

    Package: hammer
    Priority: optional
    Section: devel
    Installed-Size: 1500
    Size: 410002
    Filename: pool/h/hammer/hammer_1.9-1_amd64.deb
    Maintainer: Hedwig Maßmann
    Architecture: amd64
    Version: 1.9-1
    Depends: libember1 (>= 1.0), kiln | ember-compiler
    Description: builds programs from recipes
     Looks at what has changed and compiles only that.

    Package: anvil-editor
    Status: deinstall ok config-files
    Priority: optional
    Section: editors
    Installed-Size: 4200
    Maintainer: Wordsmiths <edit@words.example>
    Architecture: amd64
    Version: 9.0.1-1
    Depends: libember1
    Provides: editor
    Description: text editor with a compiler for macros

    Package: tiny-editor
    Status: install ok installed
    Priority: important
    Section: editors
    Installed-Size: 310
    Maintainer: Wordsmiths <edit@words.example>
    Architecture: amd64
    Version: 7.2-1
    Depends: libember1 (>= 1.5)
    Provides: editor
    Description: small text editor

    Package: mail-smith
    Status: deinstall ok config-files
    Priority: optional
    Section: mail
    Installed-Size: 1800
    Maintainer: Wordsmiths <edit@words.example>
    Architecture: amd64
    Version: 3.7.11-0
    Depends: libember1, anvil-logger
    Conflicts: mail-transport
    Provides: mail-transport
    Description: delivers mail

    Package: mail-reader
    Priority: optional
    Section: mail
    Installed-Size: 960
    Size: 300118
    Filename: pool/m/mail-reader/mail-reader_2.2-5_amd64.deb
    Maintainer: Wordsmiths <edit@words.example>
    Architecture: amd64
    Version: 2.2-5
    Depends: libember1
    Recommends: mail-transport
    Suggests: editor
    Description: reads mail in a terminal

    Package: anvil-manual
    Status: install ok installed
    Priority: standard
    Section: doc
    Installed-Size: 12000
    Maintainer: Anvil Documentation <doc@anvil.example>
    Architecture: all
    Version: 12.1
    Enhances: anvil-shell
    Suggests: document-viewer
    Description: the manual of the Anvil system

    Package: paperview
    Priority: optional
    Section: text
    Installed-Size: 22000
    Size: 7120300
    Filename: pool/p/paperview/paperview_43.1-1_amd64.deb
    Maintainer: Hedwig Maßmann
    Architecture: amd64
    Version: 43.1-1
    Depends: libember1, libglyph2 (>= 2.12)
    Provides: document-viewer
    Description: shows documents page by page

    Package: libglyph2
    Priority: optional
    Section: libs
    Installed-Size: 850
    Size: 390220
    Filename: pool/g/glyph/libglyph2_2.12.1-2_amd64.deb
    Maintainer: Sinter Developers <sinter@anvil.example>
    Architecture: amd64
    Version: 2.12.1-2
    Depends: libember1
    Description: draws letters

    Package: old-kernel
    Status: deinstall ok config-files
    Priority: optional
    Section: kernel
    Installed-Size: 310000
    Maintainer: Anvil Kernel Team <kernel@anvil.example>
    Architecture: amd64
    Version: 6.0.3-1
    Depends: anvil-init | service-manager
    Description: the system's kernel, release 6.0

    Package: new-kernel
    Status: install ok installed
    Priority: optional
    Section: kernel
    Installed-Size: 330000
    Maintainer: Anvil Kernel Team <kernel@anvil.example>
    Architecture: amd64
    Version: 6.1.52-1
    Depends: anvil-init | service-manager
    Recommends: firmware-blob [amd64 i386]
    Breaks: old-tools (<= 2)
    Description: the system's kernel, release 6.1

    Package: firmware-blob
    Priority: extra
    Section: non-free/kernel
    Installed-Size: 64000
    Size: 15022040
    Filename: pool/f/firmware-blob/firmware-blob_20230210-5_all.deb
    Maintainer: Anvil Kernel Team <kernel@anvil.example>
    Architecture: all
    Version: 20230210-5
    Description: firmware that nobody may read

    Package: orphan
    Section: misc
    Architecture: all
    Version: 1
    Description: a package that nobody looks after

    """
}
