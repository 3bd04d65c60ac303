extension ContentTypeCatalog {
  /// Containers of files, and single files made smaller.
  static let archives: StaticString = """
    > public.archive
    org.lzop.lzop-archive | lzop file | lzo | application/x-lzop | lzop
    public.brotli-archive | Brotli file | br | | brotli
    com.google.snappy | framed Snappy file | sz | | snappy
    public.arj-archive | ARJ archive | arj | application/x-arj
    public.ace-archive | ACE archive | ace | application/x-ace-compressed
    public.zoo-archive | Zoo archive | zoo | application/x-zoo
    com.stuffit.archive.sit | StuffIt archive | sit | application/x-stuffit | stuffit
    com.stuffit.archive.sitx | StuffIt X archive | sitx | application/x-stuffitx
    > public.archive public.plain-text
    com.apple.binhex-archive | BinHex file | hqx | application/mac-binhex40 | binhex
    > public.data
    com.apple.apple-double | AppleDouble file | | multipart/appledouble | appledouble
    > public.archive
    com.apple.aar-archive | Apple Archive | aar
    org.webarchive.warc | WARC web archive | warc | application/warc
    > com.apple.binary-plist
    com.apple.webarchive | Safari web archive | webarchive
    > public.disk-image
    net.squashfs.image | SquashFS image | squashfs sfs snap | application/vnd.squashfs
    > public.zip-archive
    com.sun.java-archive | Java archive | jar | application/java-archive
    > com.sun.java-archive
    com.sun.web-application-archive | Java web application | war
    com.sun.enterprise-application-archive | Java enterprise application | ear
    > public.zip-archive
    com.android.package-archive | Android app | apk | application/vnd.android.package-archive
    com.android.app-bundle | Android app bundle | aab
    com.apple.itunes.ipa | iOS app | ipa | application/x-ios-app
    org.mozilla.xpi-extension | Firefox extension | xpi | application/x-xpinstall
    > public.archive
    org.chromium.crx-extension | Chrome extension | crx | application/x-chrome-extension
    > public.zip-archive
    com.microsoft.appx-package | Windows app package | msix appx msixbundle appxbundle
    com.microsoft.vsix-package | Visual Studio extension | vsix
    org.nuget.package | NuGet package | nupkg
    org.python.wheel | Python wheel | whl | | wheel
    org.python.egg | Python egg | egg
    com.public.cbz-archive | comic book in ZIP | cbz | application/vnd.comicbook+zip
    """
}
