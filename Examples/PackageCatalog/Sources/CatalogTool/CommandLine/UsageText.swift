import PackageCatalog

/// What `catalog --help` prints.
enum UsageText {
  static let text = """
    Keeps the package database of a Debian system as a graph of objects.

    usage: catalog COMMAND [--store DIR]

      import [FILE]       read a Debian control file: the output of 'apt-cache dumpavail', a Packages
                          file, or - for standard input. Without FILE, this machine's own database
                          \(ImportCommand.systemFile), or the sample where there is none.
                          Importing again changes only what has changed, and never removes a package
      search TEXT         packages with TEXT in name or synopsis, whatever the case and accents
      show NAME           all that is known of a package; NAME may be name:architecture
      depends NAME        what a package says of others
        --reverse         what others say of the package
        --depth N         follow what has to be installed (Pre-Depends, Depends) N levels; 1 if not given
      stats               how much of everything there is
      sample              print the sample, a control file of \(SampleControlFile.packageCount) invented packages
      help, --help        this text
      --version           the version of the program

      --store DIR         the directory of the store; if not given,
                          $XDG_DATA_HOME/package-catalog/catalog.store, where XDG_DATA_HOME is
                          ~/.local/share if it is not set

    exit status: 0 done, 1 nothing found, 2 failure, 64 the command line was not understood

    For testing: if CATALOG_ACK names a file, 'import' appends a line with the number of packages
    stored so far to it after each batch of \(Importer.defaultBatchSize) is durable.

    """
}
