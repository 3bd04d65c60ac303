extension ContentTypeCatalog {
  /// Programs as people write them, and the files that configure them.
  static let sourceCode: StaticString = """
    > public.source-code
    public.swift-source | Swift source file | swift | text/x-swift
    public.c-source | C source file | c | text/x-c
    public.c-header | C header source file | h
    public.c-plus-plus-source | C++ source file | cpp cc cxx c++ | text/x-c++ | cplusplus
    public.c-plus-plus-header | C++ header source file | hpp hh hxx
    public.objective-c-source | Objective-C source file | m
    public.objective-c-plus-plus-source | Objective-C++ source file | mm
    com.microsoft.csharp-source | C# source file | cs | | csharp
    com.microsoft.fsharp-source | F# source file | fs fsx | | fsharp
    com.microsoft.visual-basic-source | Visual Basic source file | vb
    com.sun.java-source | Java source file | java | text/x-java
    org.kotlinlang.source | Kotlin source file | kt kts | | kotlin
    org.scala-lang.source | Scala source file | scala
    org.apache.groovy-source | Groovy source file | groovy gradle
    org.rust-lang.source | Rust source file | rs | text/x-rust | rust
    org.golang.go-source | Go source file | go | text/x-go | golang
    org.ziglang.source | Zig source file | zig
    org.dartlang.source | Dart source file | dart
    org.haskell.source | Haskell source file | hs lhs | | haskell
    org.ocaml.source | OCaml source file | ml mli | | ocaml
    org.erlang.source | Erlang source file | erl hrl | | erlang
    org.elixir-lang.source | Elixir source file | ex exs | | elixir
    org.clojure.source | Clojure source file | clj cljs edn | | clojure
    public.lisp-source | Lisp source file | lisp el scm
    public.pascal-source | Pascal source file | pas | | pascal
    public.fortran-source | Fortran source file | f90 f for | | fortran
    public.cobol-source | COBOL source file | cob cbl | | cobol
    public.assembly-source | assembly source file | s asm | | assembly
    org.r-project.source | R source file | r | text/x-r
    org.julialang.source | Julia source file | jl | | julia
    public.sql-source | SQL source file | sql | application/sql
    org.graphql.source | GraphQL source file | graphql gql | application/graphql
    com.google.protobuf-source | Protocol Buffers source file | proto
    com.netscape.javascript-source | JavaScript source file | js mjs cjs jsx | text/javascript application/javascript | javascript
    com.microsoft.typescript | TypeScript source file | ts tsx mts cts | | typescript
    com.sass-lang.scss | SCSS source file | scss sass | text/x-scss
    org.lesscss.less | Less source file | less | text/x-less
    org.vuejs.component | Vue source file | vue
    org.khronos.glsl-source | GLSL source file | glsl vert frag
    com.apple.metal | Metal source file | metal
    org.arduino.sketch | Arduino source file | ino | | arduino
    org.verilog.source | Verilog source file | v sv | | verilog
    org.vhdl.source | VHDL source file | vhdl vhd
    > public.script
    public.shell-script | shell script | sh bash zsh ksh fish command | application/x-sh text/x-shellscript | shell
    public.python-script | Python script | py pyw pyi | text/x-python | python
    public.perl-script | Perl script | pl pm | text/x-perl | perl
    public.ruby-script | Ruby script | rb rake gemspec | text/x-ruby | ruby | gemfile rakefile podfile
    public.php-script | PHP script | php phtml | application/x-httpd-php
    org.lua.script | Lua script | lua | text/x-lua
    org.tcl-lang.script | Tcl script | tcl | application/x-tcl
    org.gnu.awk-script | AWK script | awk
    com.apple.applescript.text | AppleScript script | applescript
    com.microsoft.powershell-script | PowerShell script | ps1 psm1 psd1 | | powershell
    com.microsoft.batch-script | Windows batch script | bat cmd | application/x-bat | batch
    com.microsoft.vbscript | VBScript script | vbs
    org.vim.script | Vim script | vim | | | .vimrc
    > public.source-code
    public.make-source | make source file | mk mak make | text/x-makefile | | makefile gnumakefile
    org.cmake.source | CMake source file | cmake | | | cmakelists.txt
    com.docker.dockerfile | Docker build source file | dockerfile | | | dockerfile containerfile
    com.hashicorp.hcl | Terraform source file | tf hcl | | terraform
    org.nixos.nix | Nix source file | nix
    > public.plain-text
    public.ini | INI settings file | ini cfg conf cnf | | | .gitconfig .editorconfig .gitmodules
    public.env-file | environment settings file | env | | | .env
    public.ignore-file | ignore list | gitignore | | | .gitignore .dockerignore .npmignore
    com.sun.java-properties | Java properties file | properties | text/x-java-properties
    com.apple.strings-text | localised strings file | strings
    """
}
