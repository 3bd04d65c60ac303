import ConverterCore
import MailboxModel
import TableModel

/// A mailbox as a table: what its messages say of themselves, without their bodies.
struct MailboxToTable: Bridge {
  let ledgerWords = ["bodies"]

  func cross(_ model: Mailbox, in context: ConversionContext) throws(ConversionError) -> Table {
    if !context.isViewing {
      context.note(
        "bodies", .dropped,
        why: "a table has sender, recipients, date and subject of messages, not all they say")
    }
    guard model.selection.message != nil else { return model.table }
    guard try MessagePass(model, in: context).next() != nil else { throw model.noMessage }
    var one = TableSelection()
    one.limit = 1
    return try model.table.selecting(one, in: context)
  }
}
