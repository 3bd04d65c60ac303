import ArgumentParser
import ConverterCore
import SystemPackage

/// Command-line words as they came, bytes that are not UTF-8 included.
///
/// Swift's strings cannot hold the bytes of a file name like `caf\xE9.jpg`. Each byte that is not
/// part of valid UTF-8 is carried through the parser as a private-use scalar and turned back in
/// ``PathArgument``.
enum RawArguments {
  /// The byte `b` travels as U+10FF00 + b.
  private static let base: UInt32 = 0x10_FF00

  /// The words after the program's name.
  static var all: [String] {
    words.dropFirst().map(decode)
  }

  static func decode(_ bytes: [UInt8]) -> String {
    if let valid = String(validating: bytes, as: UTF8.self),
      !valid.unicodeScalars.contains(where: isCarrier)
    {
      return valid
    }
    var text = ""
    var rest = bytes[...]
    while let first = rest.first {
      // The longest prefix that is one scalar, else the byte by itself.
      let scalar = (1...min(4, rest.count)).lazy
        .compactMap { String(validating: rest.prefix($0), as: UTF8.self) }.first
      if let scalar, let only = scalar.unicodeScalars.first, !isCarrier(only) {
        text += scalar
        rest = rest.dropFirst(scalar.utf8.count)
      } else {
        if let carrier = Unicode.Scalar(base + UInt32(first)) {
          text.unicodeScalars.append(carrier)
        }
        rest = rest.dropFirst()
      }
    }
    return text
  }

  /// Whether a scalar of a name would be taken for a byte; its own bytes travel one by one then.
  private static func isCarrier(_ scalar: Unicode.Scalar) -> Bool {
    (base...base + 255).contains(scalar.value)
  }

  static func bytes(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      if isCarrier(scalar) {
        bytes.append(UInt8(scalar.value - base))
      } else {
        bytes += String(scalar).utf8
      }
    }
    return bytes
  }
}

/// A path on the command line.
struct PathArgument: ExpressibleByArgument {
  let text: String

  init?(argument: String) {
    guard !argument.isEmpty else { return nil }
    text = argument
  }

  var path: FilePath { FilePath(bytes: RawArguments.bytes(text)) ?? "" }
  /// What it means as an input: a file, a folder, standard input, a file in an archive.
  var input: Request.Input { Request.Input(parsing: RawArguments.bytes(text)) }
  /// `-` stands for standard input or output.
  var isDash: Bool { text == "-" }

  static var defaultCompletionKind: CompletionKind { .file() }
}
