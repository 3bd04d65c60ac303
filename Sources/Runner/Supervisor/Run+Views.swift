import ConverterCore
import SystemPackage

/// Files that stay open for questions.
extension Run {
  /// How many may be open at once: each is a process.
  private static var mostViews: Int { 64 }

  /// Does what the source says of views.
  ///
  /// - Returns: whether it said anything.
  func carryOutViewOrders() throws(ConversionError) -> Bool {
    let orders = queue.takeViewOrders()
    for order in orders {
      let place = views.firstIndex { $0.name == order.view }
      switch order.content {
      case .failure(let error): results.observer.viewed(order.refusal(error))
      case .success(.open(let request, let key)):
        if let place {
          let error = ConversionError(
            .usage, "the view \(views[place].name) is open; close it first")
          results.observer.viewed(order.refusal(error))
        } else {
          open(order, request, as: key)
        }
      case .success(.ask(let question)):
        if let place {
          views[place].ask(question, id: order.id)
        } else {
          results.observer.viewed(order.refusal(.noView(order.view)))
        }
      case .success(.close):
        guard let place else {
          results.observer.viewed(order.refusal(.noView(order.view)))
          continue
        }
        for answer in views.remove(at: place).close(because: .closed) {
          results.observer.viewed(answer)
        }
        results.observer.viewed(order.answer([.init("closed", .bool(true))]))
      }
    }
    return !orders.isEmpty
  }

  private func open(_ order: ViewOrder, _ request: Request, as key: String?) {
    do throws(ConversionError) {
      guard views.count < Self.mostViews else {
        throw ConversionError.exceeding(
          .init(fixed: "views", needed: views.count + 1, allowed: Self.mostViews),
          "\(Self.mostViews) views are open; close one of them first")
      }
      let input = try open(request.input, of: request)
      views.append(try OpenView(order, request, as: key, at: input, by: lookWorkers))
    } catch {
      results.observer.viewed(
        order.answer([.init("closed", .bool(true)), .init("error", error.json(besides: nil))]))
    }
  }

  /// Passes on what views have answered.
  func listenToViews() throws(ConversionError) {
    for view in views {
      let update = try view.listen()
      if !hasNotedMissing, !update.missing.isEmpty {
        results.observer.noted(Sandbox.note(ofMissing: update.missing))
        hasNotedMissing = true
      }
      for answer in update.answers { results.observer.viewed(answer) }
      if update.isOver { views.removeAll { $0 === view } }
    }
  }

  /// Closes all views; questions that wait for an answer get the error.
  func closeViews(because error: ConversionError) {
    for view in views {
      for answer in view.close(because: error) { results.observer.viewed(answer) }
    }
    views = []
  }
}

extension ConversionError {
  fileprivate static var closed: ConversionError {
    ConversionError(.interrupted, "the view was closed before this was answered")
  }

  fileprivate static func noView(_ name: JSONValue) -> ConversionError {
    ConversionError(.usage, "no view \(name) is open")
  }
}
