extension Converter {
  /// The groups of options by which a part of a file is to be chosen on its route.
  func choices(
    _ options: ConversionOptions, of type: ContentType
  ) -> [any ConversionOptionGroup] {
    (options.groups.all + options.reading.groups.all).filter { group in
      group.choosesPart && !isTakenOver(group, of: type, isViewing: false)
    }
  }

  /// Whether files of the type go by what the group asks for without a part of the route that does.
  func isTakenOver(_ group: any ConversionOptionGroup, of type: ContentType, isViewing: Bool)
    -> Bool
  {
    registry.optionGroups.contains { other in
      other.choice?.covers(type.id, in: catalog) == true
        && other.takesOver(group, isViewing: isViewing)
    }
  }
}

extension ReadingOptions {
  /// - Throws: `code` where a part is to be chosen by the reader of a file that has none such.
  func checkChoices(
    suit type: ContentType, in catalog: ContentTypeCatalog, _ code: ConversionError.Code
  ) throws(ConversionError) {
    for group in groups.all where group.choosesPart {
      guard let choice = Swift.type(of: group).choice, !choice.types.isEmpty,
        !choice.covers(type.id, in: catalog)
      else { continue }
      throw ConversionError(
        code, "\(choice.rule), and this is \(type.nameWithArticle)\(group.hint(self) ?? "")")
    }
  }
}
