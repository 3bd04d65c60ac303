extension ConversionOptions {
  /// An option that only some formats go by, by its key in requests.
  ///
  /// Each step of a route declares which of them it uses (``Reader/takes``, ``Transform/takes(_:for:)``,
  /// ``WriterOptions/takes``), so that an option that no step uses is not silently ignored. Options that concern every
  /// conversion, such as limits or what happens to an existing output, are not among them; nor are the keys of `--set`,
  /// which ``OptionDescriptor`` describes.
  public enum Name: String, Sendable, CaseIterable {
    case quality, maxSize, resize, enlarge, metadata, profile, hdr, background
    case pages, entries, keepGoing
    case encoding, passwordFile, userPasswordFile, ownerPasswordFile
    case delimiter, quote, escape, header, skipLines, footerLines, table, strict
    case columns, rows, filter, sort, rowLimit

    /// Those that choose rows and columns of a table.
    public static let ofSelection: Set<Name> = [.columns, .rows, .filter, .sort, .rowLimit]

    /// Those that protect a result: without them it is not made at all.
    static let protections: Set<Name> = [.userPasswordFile, .ownerPasswordFile]

    /// As it stands on the command line.
    public var words: String {
      switch self {
      case .quality: "-q"
      case .rowLimit: "--limit"
      case .entries: "a choice of entries"
      default: "--\(rawValue.hyphenated)"
      }
    }

    /// What it is for, in the plural.
    var use: String {
      switch self {
      case .quality: "formats that are coded with loss"
      case .maxSize: "results that are one file"
      case .resize, .profile: "pictures"
      case .enlarge: "--resize, which it lets make pictures larger"
      case .metadata: "pictures and PDF documents"
      case .hdr: "formats that hold gain maps (JPEG)"
      case .background: "formats without transparency (JPEG)"
      case .pages: "documents and pictures of several pages"
      case .entries: "archives"
      case .keepGoing: "archives, and files that become one"
      case .encoding: "text, and names in archives"
      case .passwordFile: "encrypted files"
      case .userPasswordFile, .ownerPasswordFile: "PDF documents"
      case .delimiter, .quote, .escape: "tables in text (CSV)"
      case .header, .skipLines, .footerLines, .columns, .rows, .filter, .sort: "tables"
      case .table: "files that may hold several tables"
      case .strict: "text that is read though it is odd (CSV, Markdown, YAML)"
      case .rowLimit: "tables and mail"
      }
    }
  }

  /// Which of these were asked for.
  public var asked: [Name] { Name.allCases.filter(isAsked) }

  /// The same, for a conversion of this purpose: `--hdr` concerns no compression, which keeps a gain map in any case.
  func asked(for purpose: Request.Purpose) -> [Name] {
    asked.filter { $0 != .hdr || purpose != .compress }
  }

  private func isAsked(_ name: Name) -> Bool {
    switch name {
    case .quality: qualityGoal != nil
    case .maxSize: maximumBytes != nil
    case .resize: resize != nil
    case .enlarge: enlarge
    case .metadata: $metadata
    case .profile: $profile
    case .hdr: $hdr
    case .background: $background
    case .pages: pages != nil
    case .entries: !entries.isEmpty
    case .keepGoing: keepGoing
    case .userPasswordFile: userPassword != nil
    case .ownerPasswordFile: ownerPassword != nil
    case .columns: !selection.columns.isEmpty
    case .rows: selection.rows != nil || selection.lastRows != nil
    case .filter: !selection.filters.isEmpty
    case .sort: !selection.sort.isEmpty
    case .rowLimit: selection.limit != nil
    default: reading.isAsked(name)
    }
  }
}

extension ReadingOptions {
  /// Which of the options that concern reading alone were asked for.
  public var asked: [ConversionOptions.Name] {
    ConversionOptions.Name.allCases.filter(isAsked)
  }

  fileprivate func isAsked(_ name: ConversionOptions.Name) -> Bool {
    switch name {
    case .pages: pages != nil
    case .encoding: encoding != nil
    case .passwordFile: namesPassword
    case .delimiter: dialect.delimiter != nil
    case .quote: dialect.quote != nil
    case .escape: dialect.escape != nil
    case .header: dialect.headerLines != nil
    case .skipLines: dialect.skippedLines != nil
    case .footerLines: dialect.footerLines != nil
    case .table: table != nil
    case .strict: isStrict
    default: false
    }
  }
}

extension String {
  /// `maxSize` as `max-size`.
  fileprivate var hyphenated: String {
    reduce(into: "") { $0 += $1.isUppercase ? "-\($1.lowercased())" : String($1) }
  }
}
