import Broker
import ConverterCore
import Runner
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Says where the service is, and opens it in a browser.
struct ServiceGreeting: Sendable {
  private let address: String
  private let port: UInt16
  private let redirect: FilePath
  private let isJSON: Bool
  private let opensBrowser: Bool
  /// Whether it had been running before.
  private let isRunning: Bool

  /// - Parameters:
  ///   - token: lets the browser in; `nil` for a service that is running, whose browser is in.
  ///   - path: of the view.
  ///   - folder: for the file that leads the browser there.
  init(
    _ home: WebHome, _ token: Secret?, path: String, in folder: FilePath, isJSON: Bool,
    opensBrowser: Bool
  ) {
    address =
      "http://\(home.host):\(home.port)\(path)" + (token.map { "#\($0.hexadecimal)" } ?? "")
    port = home.port
    isRunning = token == nil
    redirect = folder.appending(isRunning ? "link.html" : "open.html")
    (self.isJSON, self.opensBrowser) = (isJSON, opensBrowser)
  }

  func say() {
    if isJSON {
      Console.standard.print(
        JSONValue.object(
          [.init("url", .string(address)), .init("port", .integer(Int(port)))]
            + (isRunning
              ? [.init("running", .bool(true))] : [.init("pid", .integer(Int(getpid())))])
        ).description)
    } else {
      Console.standard.print(address)
    }
    guard opensBrowser else { return }
    if !openBrowser() {
      Console.standard.note("fairy: no browser could be opened; open the address above in one")
    }
  }

  /// Everybody can see the words that a program is started with, so they name a file that leads to the address, which only
  /// this user can read.
  private func openBrowser() -> Bool {
    redirect.removeFile()
    guard
      let file = try? FileDescriptor.open(
        redirect, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
        permissions: .ownerReadWrite)
    else { return false }
    defer { try? file.close() }
    let escaped = address.replacing("&", with: "&amp;").replacing("\"", with: "&quot;")
    let page = "<!doctype html><meta http-equiv=\"refresh\" content=\"0;url=\(escaped)\">\n"
    guard (try? file.writeAll(Array(page.utf8).span)) != nil else { return false }
    return DetachedProgram.start(["xdg-open", redirect.string])
  }

  func end() { redirect.removeFile() }
}
