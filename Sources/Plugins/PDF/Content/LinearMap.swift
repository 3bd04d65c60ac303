/// How a space lies in another, but for where: the first four numbers of a matrix of PDF (ISO 32000-1, 8.3.3).
///
/// A row vector is multiplied from the left. The rows are thus what becomes of the two unit vectors: the sides
/// of a picture, which is one unit wide and high.
struct LinearMap: Equatable, Sendable {
  var a, b, c, d: Double

  static let identity = LinearMap(a: 1, b: 0, c: 0, d: 1)

  /// From a space to one that lies in `outer`.
  func followed(by outer: LinearMap) -> LinearMap {
    LinearMap(
      a: a * outer.a + b * outer.c, b: a * outer.b + b * outer.d,
      c: c * outer.a + d * outer.c, d: c * outer.b + d * outer.d)
  }

  var firstLength: Double { Self.length(a, b) }
  var secondLength: Double { Self.length(c, d) }

  /// What is no number counts as endless: who asks wants to know how large something may be.
  private static func length(_ x: Double, _ y: Double) -> Double {
    let length = (x * x + y * y).squareRoot()
    return length.isNaN ? .infinity : length
  }
}

/// The maps under which one thing is drawn: each of them while they are few, else the longest sides.
struct MapSet: Equatable, Sendable {
  enum Maps: Equatable, Sendable {
    case each([LinearMap])
    /// No side of any of them is longer.
    case within(first: Double, second: Double)
  }

  /// A file may have any number of them.
  static let most = 16

  private(set) var maps: Maps
  /// How often it is drawn.
  private(set) var count: Int

  init(_ map: LinearMap) {
    maps = .each([map])
    count = 1
  }

  private init(_ maps: Maps, count: Int) {
    self.maps = maps
    self.count = count
  }

  mutating func insert(_ map: LinearMap) {
    count += 1
    switch maps {
    case .each(let known):
      if known.last == map || known.contains(map) { return }
      if known.count < Self.most {
        maps = .each(known + [map])
      } else {
        maps = .within(
          first: max(map.firstLength, known.lazy.map(\.firstLength).max() ?? 0),
          second: max(map.secondLength, known.lazy.map(\.secondLength).max() ?? 0))
      }
    case .within(let first, let second):
      maps = .within(first: max(first, map.firstLength), second: max(second, map.secondLength))
    }
  }

  /// The maps of what lies by `inner` in the thing that is drawn.
  func of(_ inner: LinearMap) -> MapSet {
    switch maps {
    case .each(let maps): return MapSet(.each(maps.map { inner.followed(by: $0) }), count: count)
    case .within(let first, let second):
      let longest = LinearMap(a: first, b: second, c: 0, d: 0).firstLength
      return MapSet(
        .within(first: inner.firstLength * longest, second: inner.secondLength * longest),
        count: count)
    }
  }
}

/// How large a vector of a space may come out on paper: quadratic forms, of which for each vector the one
/// counts that gives the greatest square of a length.
///
/// What a page draws through forms within forms has as many maps as there are ways, 2³⁰ in a hostile file. Of
/// a map only the lengths count that it gives; where one map gives no vector more than another, it need not be
/// kept; and where there are too many, one form that gives at least as much stands for all.
struct Reach: Equatable, Sendable {
  struct Form: Equatable, Sendable {
    /// The squares of what the unit vectors become, and between them the product of both.
    var first, both, second: Double

    static let endless = Form(first: .infinity, both: 0, second: .infinity)

    /// The form of a space that lies in this one by `map`.
    func under(_ map: LinearMap) -> Form {
      func product(_ x: Double, _ y: Double, _ u: Double, _ v: Double) -> Double {
        first * x * u + both * (x * v + y * u) + second * y * v
      }
      return Form(
        first: Self.square(product(map.a, map.b, map.a, map.b)),
        both: product(map.a, map.b, map.c, map.d),
        second: Self.square(product(map.c, map.d, map.c, map.d)))
    }

    /// What rounding made negative is nothing; what is no number is endless.
    fileprivate static func square(_ value: Double) -> Double {
      value.isNaN ? .infinity : max(0, value)
    }

    var isFinite: Bool { first.isFinite && both.isFinite && second.isFinite }

    /// The square of the length that a vector of length 1 can come to.
    var greatest: Double {
      let half = (first - second) / 2
      return (first + second) / 2 + (half * half + both * both).squareRoot()
    }

    /// Whether no vector becomes longer by `other`, but for rounding.
    func covers(_ other: Form) -> Bool {
      let tolerance = 1e-12 * (first + second)
      let (x, y) = (first - other.first + tolerance, second - other.second + tolerance)
      let both = both - other.both
      return x >= 0 && y >= 0 && both * both <= x * y
    }
  }

  private static let most = 16
  private(set) var forms: [Form] = []

  /// The greatest squares of lengths of the unit vectors.
  var first: Double { forms.lazy.map(\.first).max() ?? 0 }
  var second: Double { forms.lazy.map(\.second).max() ?? 0 }

  mutating func insert(_ form: Form) {
    guard form.isFinite else {
      forms = [.endless]
      return
    }
    if forms.contains(where: { $0.covers(form) }) { return }
    forms.removeAll { form.covers($0) }
    forms.append(form)
    if forms.count > Self.most {
      // Diagonals that outweigh what is beside them: the differences are positive.
      forms = [
        Form(
          first: forms.lazy.map { $0.first + $0.both.magnitude }.max() ?? 0, both: 0,
          second: forms.lazy.map { $0.second + $0.both.magnitude }.max() ?? 0)
      ]
    }
  }

  /// Adds what something reaches that is drawn by `maps` in a space of reach `outer`.
  mutating func insert(_ maps: MapSet, in outer: Reach) {
    for form in outer.forms {
      guard form.isFinite else {
        insert(.endless)
        return
      }
      switch maps.maps {
      case .each(let maps): for map in maps { insert(form.under(map)) }
      case .within(let first, let second):
        let (greatest, both) = (form.greatest, first * second)
        insert(
          Form(
            first: greatest * (first * first + both), both: 0,
            second: greatest * (second * second + both)))
      }
    }
  }

  /// The same for what has only its sides, of which each is looked at alone.
  mutating func insertSides(_ maps: MapSet, in outer: Reach) {
    var (first, second) = (first, second)
    for form in outer.forms {
      guard form.isFinite else {
        forms = [.endless]
        return
      }
      switch maps.maps {
      case .each(let maps):
        for map in maps {
          let form = form.under(map)
          first = max(first, form.first)
          second = max(second, form.second)
        }
      case .within(let longest, let other):
        first = max(first, Form.square(form.greatest * longest * longest))
        second = max(second, Form.square(form.greatest * other * other))
      }
    }
    forms = [Form(first: first, both: 0, second: second)]
  }
}
