import ConverterCore
import ExternalTools
import SystemPackage

/// The programs of poppler (GPL-2.0-or-later), which are run and never linked.
enum Poppler {
  static let renderer = ExternalTool("/usr/bin/pdftoppm", package: "poppler-utils")
  static let textReader = ExternalTool("/usr/bin/pdftotext", package: "poppler-utils")

  /// The name that stands for standard input.
  static let input = "-"
}
