import ArgumentParser
internal import CProcessShims
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
    let (words, count) = started
    return (1..<max(1, count)).compactMap { index in
      words?[index].map { decode(UnsafePointer($0)) }
    }
  }

  /// What the system gave the process, the program's name first, and how many words it is.
  private static var started:
    (words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, count: Int)
  {
    var count: Int32 = 0
    let words = fairy_arguments(&count)
    return (words, Int(count))
  }

  static func decode(_ word: UnsafePointer<CChar>) -> String {
    if let valid = String(validatingCString: word), !valid.unicodeScalars.contains(where: isCarrier)
    {
      return valid
    }
    var text = ""
    var bytes: [UInt8] = []
    var cursor = word
    while cursor.pointee != 0 {
      bytes.append(UInt8(bitPattern: cursor.pointee))
      cursor += 1
    }
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
