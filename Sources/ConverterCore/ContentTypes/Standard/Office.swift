extension ContentTypeCatalog {
  /// Text documents, spreadsheets and presentations of office suites.
  static let office: StaticString = """
    > public.zip-archive
    org.openxmlformats.openxml | Office Open XML file
    > org.openxmlformats.openxml public.composite-content
    org.openxmlformats.wordprocessingml.document | Word document | docx | application/vnd.openxmlformats-officedocument.wordprocessingml.document | word
    org.openxmlformats.wordprocessingml.document.macroenabled | Word document with macros | docm | application/vnd.ms-word.document.macroenabled.12
    org.openxmlformats.wordprocessingml.template | Word template | dotx dotm | application/vnd.openxmlformats-officedocument.wordprocessingml.template
    > org.openxmlformats.openxml public.spreadsheet
    com.microsoft.excel.sheet.binary.macroenabled | binary Excel workbook | xlsb | application/vnd.ms-excel.sheet.binary.macroenabled.12
    > org.openxmlformats.openxml public.presentation
    org.openxmlformats.presentationml.presentation | PowerPoint presentation | pptx | application/vnd.openxmlformats-officedocument.presentationml.presentation | powerpoint
    org.openxmlformats.presentationml.presentation.macroenabled | PowerPoint presentation with macros | pptm | application/vnd.ms-powerpoint.presentation.macroenabled.12
    org.openxmlformats.presentationml.slideshow | PowerPoint slide show | ppsx ppsm | application/vnd.openxmlformats-officedocument.presentationml.slideshow
    org.openxmlformats.presentationml.template | PowerPoint template | potx potm | application/vnd.openxmlformats-officedocument.presentationml.template
    > org.openxmlformats.openxml public.composite-content
    com.microsoft.visio.drawing | Visio drawing | vsdx vsdm vstx | application/vnd.ms-visio.drawing | visio
    > public.data
    com.microsoft.compound-file | OLE compound file
    > com.microsoft.compound-file
    com.microsoft.encrypted-office-package | password-protected Office document | docx xlsx pptx docm xlsm pptm dotx xltx potx ppsx xlsb
    > com.microsoft.compound-file public.composite-content
    com.microsoft.word.doc | Word 97 document | doc dot | application/msword
    > com.microsoft.compound-file public.spreadsheet
    com.microsoft.excel.xls | Excel 97 workbook | xls xlt | application/vnd.ms-excel
    > com.microsoft.compound-file public.presentation
    com.microsoft.powerpoint.ppt | PowerPoint 97 presentation | ppt pps pot | application/vnd.ms-powerpoint
    > com.microsoft.compound-file public.composite-content
    com.microsoft.visio.vsd | Visio 2003 drawing | vsd vst | application/vnd.visio
    com.microsoft.publisher.pub | Publisher document | pub | application/x-mspublisher | publisher
    com.microsoft.project.mpp | Project plan | mpp | application/vnd.ms-project
    com.microsoft.works.wps | Works document | wps | application/vnd.ms-works
    > public.composite-content
    com.microsoft.onenote.section | OneNote section | one | application/onenote | onenote
    > public.zip-archive public.composite-content
    org.oasis-open.opendocument.text | OpenDocument text | odt | application/vnd.oasis.opendocument.text
    org.oasis-open.opendocument.text-template | OpenDocument text template | ott | application/vnd.oasis.opendocument.text-template
    org.oasis-open.opendocument.text-master | OpenDocument master document | odm | application/vnd.oasis.opendocument.text-master
    > public.zip-archive public.spreadsheet
    org.oasis-open.opendocument.spreadsheet | OpenDocument spreadsheet | ods | application/vnd.oasis.opendocument.spreadsheet
    org.oasis-open.opendocument.spreadsheet-template | OpenDocument spreadsheet template | ots | application/vnd.oasis.opendocument.spreadsheet-template
    > public.zip-archive public.presentation
    org.oasis-open.opendocument.presentation | OpenDocument presentation | odp | application/vnd.oasis.opendocument.presentation
    org.oasis-open.opendocument.presentation-template | OpenDocument presentation template | otp | application/vnd.oasis.opendocument.presentation-template
    > public.zip-archive public.composite-content
    org.oasis-open.opendocument.graphics | OpenDocument drawing | odg | application/vnd.oasis.opendocument.graphics
    org.oasis-open.opendocument.formula | OpenDocument formula | odf | application/vnd.oasis.opendocument.formula
    org.oasis-open.opendocument.chart | OpenDocument chart | odc | application/vnd.oasis.opendocument.chart
    > public.zip-archive public.database
    org.oasis-open.opendocument.base | OpenDocument database | odb | application/vnd.oasis.opendocument.base
    > public.xml
    org.oasis-open.opendocument.flat | flat OpenDocument file | fodt fods fodp fodg
    > public.zip-archive public.composite-content
    org.openoffice.text | OpenOffice 1 text | sxw | application/vnd.sun.xml.writer
    > public.zip-archive public.spreadsheet
    org.openoffice.spreadsheet | OpenOffice 1 spreadsheet | sxc | application/vnd.sun.xml.calc
    > public.zip-archive public.presentation
    org.openoffice.presentation | OpenOffice 1 presentation | sxi | application/vnd.sun.xml.impress
    > public.zip-archive public.composite-content
    com.apple.iwork | iWork document
    > com.apple.iwork
    com.apple.iwork.pages.sffpages | Pages document | pages | application/vnd.apple.pages
    > com.apple.iwork public.spreadsheet
    com.apple.iwork.numbers.sffnumbers | Numbers spreadsheet | numbers | application/vnd.apple.numbers
    > com.apple.iwork public.presentation
    com.apple.iwork.keynote.sffkey | Keynote presentation | key | application/vnd.apple.keynote | keynote
    > public.xml public.spreadsheet
    com.microsoft.excel.xml | Excel 2003 XML workbook
    > public.xml public.composite-content
    com.microsoft.word.wordml | Word 2003 XML document
    > org.gnu.gnu-zip-archive public.spreadsheet
    org.gnumeric.spreadsheet | Gnumeric spreadsheet | gnumeric | application/x-gnumeric
    > public.spreadsheet
    com.lotus.wk1 | Lotus 1-2-3 worksheet | wk1 wk3 wk4 123 | application/vnd.lotus-1-2-3 | lotus
    """
}
