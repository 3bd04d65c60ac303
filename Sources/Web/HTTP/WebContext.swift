import Hummingbird
import NIOCore

/// What is known of a request while it is answered.
struct WebContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// Over which it came.
  let channel: (any Channel)?
  /// In which the browser may do what is asked; `nil` where nobody has let it in.
  var session: Sessions.Session?
  /// The words of pages, in the language of the browser.
  var words = Words.english

  init(source: ApplicationRequestContextSource) {
    coreContext = .init(source: source)
    channel = source.channel
  }
}
