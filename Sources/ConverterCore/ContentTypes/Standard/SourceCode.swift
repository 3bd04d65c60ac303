extension ContentTypeCatalog {
  /// Programs as people write them, and the files that configure them.
  static var sourceCode: [ContentType] {
    programs + scripts + settings
  }

  private static var programs: [ContentType] {
    [
      source("public.swift-source", "Swift", ["swift"], ["text/x-swift"]),
      source("public.c-source", "C", ["c"], ["text/x-c"]),
      source("public.c-header", "C header", ["h"], []),
      source(
        "public.c-plus-plus-source", "C++", ["cpp", "cc", "cxx", "c++"], ["text/x-c++"],
        shortNames: ["cplusplus"]),
      source("public.c-plus-plus-header", "C++ header", ["hpp", "hh", "hxx"], []),
      source("public.objective-c-source", "Objective-C", ["m"], []),
      source("public.objective-c-plus-plus-source", "Objective-C++", ["mm"], []),
      source("com.microsoft.csharp-source", "C#", ["cs"], [], shortNames: ["csharp"]),
      source("com.microsoft.fsharp-source", "F#", ["fs", "fsx"], [], shortNames: ["fsharp"]),
      source("com.microsoft.visual-basic-source", "Visual Basic", ["vb"], []),
      source("com.sun.java-source", "Java", ["java"], ["text/x-java"]),
      source("org.kotlinlang.source", "Kotlin", ["kt", "kts"], [], shortNames: ["kotlin"]),
      source("org.scala-lang.source", "Scala", ["scala"], []),
      source("org.apache.groovy-source", "Groovy", ["groovy", "gradle"], []),
      source("org.rust-lang.source", "Rust", ["rs"], ["text/x-rust"], shortNames: ["rust"]),
      source("org.golang.go-source", "Go", ["go"], ["text/x-go"], shortNames: ["golang"]),
      source("org.ziglang.source", "Zig", ["zig"], []),
      source("org.dartlang.source", "Dart", ["dart"], []),
      source("org.haskell.source", "Haskell", ["hs", "lhs"], [], shortNames: ["haskell"]),
      source("org.ocaml.source", "OCaml", ["ml", "mli"], [], shortNames: ["ocaml"]),
      source("org.erlang.source", "Erlang", ["erl", "hrl"], [], shortNames: ["erlang"]),
      source("org.elixir-lang.source", "Elixir", ["ex", "exs"], [], shortNames: ["elixir"]),
      source("org.clojure.source", "Clojure", ["clj", "cljs", "edn"], [], shortNames: ["clojure"]),
      source("public.lisp-source", "Lisp", ["lisp", "el", "scm"], []),
      source("public.pascal-source", "Pascal", ["pas"], [], shortNames: ["pascal"]),
      source("public.fortran-source", "Fortran", ["f90", "f", "for"], [], shortNames: ["fortran"]),
      source("public.cobol-source", "COBOL", ["cob", "cbl"], [], shortNames: ["cobol"]),
      source("public.assembly-source", "assembly", ["s", "asm"], [], shortNames: ["assembly"]),
      source("org.r-project.source", "R", ["r"], ["text/x-r"]),
      source("org.julialang.source", "Julia", ["jl"], [], shortNames: ["julia"]),
      source("public.sql-source", "SQL", ["sql"], ["application/sql"]),
      source("org.graphql.source", "GraphQL", ["graphql", "gql"], ["application/graphql"]),
      source("com.google.protobuf-source", "Protocol Buffers", ["proto"], []),
      source(
        "com.netscape.javascript-source", "JavaScript", ["js", "mjs", "cjs", "jsx"],
        ["text/javascript", "application/javascript"], shortNames: ["javascript"]),
      source(
        "com.microsoft.typescript", "TypeScript", ["ts", "tsx", "mts", "cts"], [],
        shortNames: ["typescript"]),
      source("com.sass-lang.scss", "SCSS", ["scss", "sass"], ["text/x-scss"]),
      source("org.lesscss.less", "Less", ["less"], ["text/x-less"]),
      source("org.vuejs.component", "Vue", ["vue"], []),
      source("org.khronos.glsl-source", "GLSL", ["glsl", "vert", "frag"], []),
      source("com.apple.metal", "Metal", ["metal"], []),
      source("org.arduino.sketch", "Arduino", ["ino"], [], shortNames: ["arduino"]),
      source("org.verilog.source", "Verilog", ["v", "sv"], [], shortNames: ["verilog"]),
      source("org.vhdl.source", "VHDL", ["vhdl", "vhd"], []),
    ]
  }

  private static var scripts: [ContentType] {
    [
      source(
        "public.shell-script", "shell", ["sh", "bash", "zsh", "ksh", "fish", "command"],
        ["application/x-sh", "text/x-shellscript"], script: true, shortNames: ["shell"]),
      source(
        "public.python-script", "Python", ["py", "pyw", "pyi"], ["text/x-python"], script: true,
        shortNames: ["python"]),
      source(
        "public.perl-script", "Perl", ["pl", "pm"], ["text/x-perl"], script: true,
        shortNames: ["perl"]),
      source(
        "public.ruby-script", "Ruby", ["rb", "rake", "gemspec"], ["text/x-ruby"], script: true,
        shortNames: ["ruby"], fileNames: ["gemfile", "rakefile", "podfile"]),
      source(
        "public.php-script", "PHP", ["php", "phtml"], ["application/x-httpd-php"], script: true),
      source("org.lua.script", "Lua", ["lua"], ["text/x-lua"], script: true),
      source("org.tcl-lang.script", "Tcl", ["tcl"], ["application/x-tcl"], script: true),
      source("org.gnu.awk-script", "AWK", ["awk"], [], script: true),
      source("com.apple.applescript.text", "AppleScript", ["applescript"], [], script: true),
      source(
        "com.microsoft.powershell-script", "PowerShell", ["ps1", "psm1", "psd1"], [], script: true,
        shortNames: ["powershell"]),
      source(
        "com.microsoft.batch-script", "Windows batch", ["bat", "cmd"], ["application/x-bat"],
        script: true, shortNames: ["batch"]),
      source("com.microsoft.vbscript", "VBScript", ["vbs"], [], script: true),
      source("org.vim.script", "Vim", ["vim"], [], script: true, fileNames: [".vimrc"]),
      source(
        "public.make-source", "make", ["mk", "mak", "make"], ["text/x-makefile"],
        fileNames: ["makefile", "gnumakefile"]),
      source("org.cmake.source", "CMake", ["cmake"], [], fileNames: ["cmakelists.txt"]),
      source(
        "com.docker.dockerfile", "Docker build", ["dockerfile"], [],
        fileNames: ["dockerfile", "containerfile"]),
      source("com.hashicorp.hcl", "Terraform", ["tf", "hcl"], [], shortNames: ["terraform"]),
      source("org.nixos.nix", "Nix", ["nix"], []),
    ]
  }

  private static var settings: [ContentType] {
    [
      ContentType(
        "public.yaml", "YAML document", conformsTo: [.plainText],
        extensions: ["yaml", "yml"], mediaTypes: ["application/yaml", "application/x-yaml"]),
      ContentType(
        "public.toml", "TOML document", conformsTo: [.plainText],
        extensions: ["toml"], mediaTypes: ["application/toml"]),
      ContentType(
        "public.ini", "INI settings file", conformsTo: [.plainText],
        extensions: ["ini", "cfg", "conf", "cnf"],
        fileNames: [".gitconfig", ".editorconfig", ".gitmodules"]),
      ContentType(
        "public.env-file", "environment settings file", conformsTo: [.plainText],
        extensions: ["env"], fileNames: [".env"]),
      ContentType(
        "public.ignore-file", "ignore list", conformsTo: [.plainText],
        extensions: ["gitignore"],
        fileNames: [".gitignore", ".dockerignore", ".npmignore"]),
      ContentType(
        "com.sun.java-properties", "Java properties file", conformsTo: [.plainText],
        extensions: ["properties"], mediaTypes: ["text/x-java-properties"]),
      ContentType(
        "com.apple.strings-text", "localised strings file", conformsTo: [.plainText],
        extensions: ["strings"]),
    ]
  }

  private static func source(
    _ id: ContentType.ID, _ language: String, _ extensions: [String], _ mediaTypes: [String],
    script: Bool = false, shortNames: [String] = [], fileNames: [String] = []
  ) -> ContentType {
    ContentType(
      id, language + (script ? " script" : " source file"),
      conformsTo: [script ? "public.script" : "public.source-code"], extensions: extensions,
      mediaTypes: mediaTypes, shortNames: shortNames, fileNames: fileNames)
  }
}
