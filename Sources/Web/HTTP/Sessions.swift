import Broker
import ConverterCore
import Hummingbird
import Synchronization
import SystemPackage

/// The browsers that were let in.
///
/// A browser is let in by the token of the launch, which works once, and then has a cookie. What is kept of it is a digest, in
/// a file of the work folder, so that a browser stays in when the service is started again.
final class Sessions: Sendable {
  struct Session: Sendable, Equatable {
    /// The digest of the cookie; also what the session is called where it is listed.
    let digest: String
    /// What the browser calls itself.
    let browser: String
    /// In seconds since 1970.
    let begun: Int
  }

  private struct State {
    var token: String?
    var sessions: [Session]
    /// How often a wrong token may still be tried.
    var tries = 20
  }

  static let cookieName = "__Host-fairy"
  /// A cookie of last year's is none.
  static let seconds = 30 * 24 * 3600
  private static let mostSessions = 20
  private static let mostBytes = 1 << 16

  private let path: FilePath
  private let state: Mutex<State>

  /// - Parameters:
  ///   - path: of the file that keeps them.
  ///   - token: lets one browser in; hexadecimal digits.
  init(at path: FilePath, token: String) {
    self.path = path
    state = Mutex(State(token: token, sessions: Self.read(path)))
  }

  /// Lets a browser in.
  ///
  /// - Returns: the value of its cookie; `nil` for a token that is not the one of this launch, or was used.
  func begin(with token: String, browser: String) -> String? {
    let isRight = state.withLock { state in
      guard let right = state.token, state.tries > 0, right.isEqualInConstantTime(to: token) else {
        state.tries -= 1
        return false
      }
      state.token = nil
      return true
    }
    guard isRight else { return nil }
    let cookie = Secret.random(bytes: 32).hexadecimal
    let session = Session(
      digest: Digest.sha256(Array(cookie.utf8)).hexadecimal,
      browser: String(browser.prefix(200)), begun: Clock.seconds)
    save { sessions in
      sessions.append(session)
      sessions.removeFirst(max(0, sessions.count - Self.mostSessions))
    }
    return cookie
  }

  /// The session that a cookie belongs to.
  func session(cookie: String) -> Session? {
    let digest = Digest.sha256(Array(cookie.utf8)).hexadecimal
    let now = Clock.seconds
    return state.withLock { state in
      state.sessions.first {
        $0.digest.isEqualInConstantTime(to: digest) && now - $0.begun < Self.seconds
      }
    }
  }

  var all: [Session] { state.withLock { $0.sessions } }

  /// Ends a session: its browser has to be let in again.
  func end(_ digest: String) { save { $0.removeAll { $0.digest == digest } } }

  // MARK: The file

  private static func read(_ path: FilePath) -> [Session] {
    guard let file = try? InputFile(path: path), file.byteCount <= mostBytes,
      let bytes = try? file.contents(within: .standard), let json = try? JSONValue(parsing: bytes)
    else { return [] }
    return (json.elements ?? []).compactMap { session in
      guard let digest = session["digest"]?.text, let begun = session["begun"]?.int else {
        return nil
      }
      return Session(digest: digest, browser: session["browser"]?.text ?? "", begun: begun)
    }
  }

  private func save(_ change: (inout [Session]) -> Void) {
    state.withLock { state in
      change(&state.sessions)
      let json = JSONValue.array(
        state.sessions.map { session in
          .object([
            .init("digest", .string(session.digest)), .init("browser", .string(session.browser)),
            .init("begun", .integer(session.begun)),
          ])
        })
      // What cannot be kept has to be let in again after the next start.
      try? path.replaceFile(with: Array("\(json)\n".utf8))
    }
  }
}
