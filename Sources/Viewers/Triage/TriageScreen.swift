public import ConverterCore

/// Photos on the whole of a terminal: one at a time, or those that show the same side by side.
public enum TriageScreen {
  /// How long is waited for a picture before it is asked for again, in milliseconds.
  private static let patience = 5

  /// Shows photos until the user has decided enough.
  ///
  /// - Parameters:
  ///   - task: what is looked through.
  ///   - screen: the terminal, in full.
  ///   - pictures: decodes the photos.
  ///   - usesColour: whether lines may have colours.
  /// - Throws: what `screen` throws; `writeFailed` where it cannot be remembered which photo was looked at.
  public static func run(
    _ task: TriageTask, on screen: any PictureScreen, showing pictures: any PhotoPictures,
    usesColour: Bool
  ) throws(ConversionError) {
    let view = TriageView(task, showing: pictures, usesColour: usesColour)
    var event = ScreenEvent.tick
    while view.handle(event) {
      view.goOn()
      let frame = view.frame(screen.size)
      pictures.want(frame.wishes)
      try screen.draw(frame.lines, frame.pictures)
      let timeout = view.isBusy ? 0 : frame.isWaiting ? patience : nil
      event = try view.settle() ? screen.nextEvent(timeout: timeout) : .tick
    }
    pictures.want([])
    try? screen.draw([], [])
    try view.end()
  }
}
