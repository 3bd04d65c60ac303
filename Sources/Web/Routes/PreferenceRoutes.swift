import Hummingbird

/// The page on which the user says how the web view is to be, and the tour.
struct PreferenceRoutes {
  let store: PreferenceStore
  let pages: PageRenderer

  private static let mostFormBytes = 4096
  static let tourSteps = 4

  func add(to router: RouterGroup<WebContext>) {
    router.get("preferences") { request, context in
      page(context.words, isSaved: Form(request.uri)["saved"] == "yes")
    }
    router.post("preferences") { request, _ in
      let form = try await Form(request, atMost: Self.mostFormBytes)
      try store.change { preferences in
        preferences.theme = form["theme"].flatMap(Preferences.Theme.init) ?? .system
        preferences.hasKeys = form["keys"] == "on"
        preferences.vibrates = form["vibration"] == "on"
        preferences.sounds = form["sounds"] == "on"
      }
      return Response.seeOther("/preferences?saved=yes")
    }
    router.get("tour") { _, context in tour(1, context.words) }
    router.get("tour/:step") { _, context in
      let step = context.parameters.get("step").flatMap { Int($0) } ?? 0
      guard (1...Self.tourSteps).contains(step) else { throw HTTPError(.notFound) }
      return tour(step, context.words)
    }
    router.post("tour") { _, _ in
      try store.change { $0.knowsTour = true }
      return Response.seeOther("/")
    }
  }

  private func page(_ words: Words, isSaved: Bool) -> Response {
    let preferences = store.current
    return pages.page(
      "preferences",
      [
        "title": words["preferences"], "isSaved": isSaved, "styles": ["preferences.css"],
        "themes": Preferences.Theme.allCases.map { theme -> [String: Any] in
          [
            "value": theme.rawValue, "label": words["theme_\(theme.rawValue)"],
            "isCurrent": theme == preferences.theme,
          ]
        },
        "switches": [
          ("keys", preferences.hasKeys), ("vibration", preferences.vibrates),
          ("sounds", preferences.sounds),
        ].map { key, isOn -> [String: Any] in
          [
            "key": key, "label": words["prefer_\(key)"], "why": words["prefer_\(key)_why"],
            "isOn": isOn,
          ]
        },
      ], words)
  }

  private func tour(_ step: Int, _ words: Words) -> Response {
    pages.page(
      "tour",
      [
        "title": words["tour"], "step\(step)": ["t": words.texts],
        "place": words.text("tour_place", ["step": "\(step)", "of": "\(Self.tourSteps)"]),
        "heading": words["tour_\(step)"], "why": words["tour_\(step)_why"],
        "previous": step > 1 ? ["href": "/tour/\(step - 1)"] : [],
        "next": step < Self.tourSteps ? ["href": "/tour/\(step + 1)"] : [],
        "tasks": Self.tasks[step - 1].map { task in
          ["key": task, "label": words["tour_do_\(task)"], "done": words["tour_done"]]
        },
        "styles": ["tour.css"], "scripts": ["tour.js"],
      ] as [String: Any], words)
  }

  /// What is practised in each step.
  private static let tasks = [
    ["left", "right", "up", "down"], ["undo", "zoom"], ["queue", "keep", "empty"], ["add"],
  ]
}
