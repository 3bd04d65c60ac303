extension SourceLanguage {
  static let declarative: [SourceLanguage] = [
    SourceLanguage("public.sql-source", sql),
    SourceLanguage("public.css", css),
    SourceLanguage("com.sass-lang.scss", css + scss),
    SourceLanguage("public.make-source", make),
    SourceLanguage("org.cmake.source", cmake),
    SourceLanguage("com.docker.dockerfile", docker),
    SourceLanguage("com.google.protobuf-source", protobuf),
    SourceLanguage("org.tug.tex", tex),
    SourceLanguage("org.tug.tex.bibtex", bibtex),
    SourceLanguage("org.gnu.gettext", gettext),
    SourceLanguage("org.gnu.troff", troff),
    SourceLanguage("org.python.restructuredtext", restructured),
  ]

  private static let sql: [LineMark] = [
    LineMark("CREATE TABLE ", weight: 6), LineMark("create table ", weight: 6),
    LineMark("INSERT INTO ", weight: 5), LineMark("insert into ", weight: 5),
    LineMark("DROP TABLE ", weight: 5), LineMark("drop table ", weight: 5),
    LineMark("SELECT ", weight: 3), LineMark("select ", weight: 2), LineMark("FROM ", weight: 1),
    LineMark("from ", weight: 1),
    LineMark("WHERE ", weight: 2), LineMark("where ", weight: 2), LineMark("ORDER BY ", weight: 3),
    LineMark("order by ", weight: 3), LineMark("GROUP BY ", weight: 3),
    LineMark("group by ", weight: 3), LineMark("ALTER TABLE ", weight: 5),
    LineMark("alter table ", weight: 5),
    LineMark("-- ", weight: 1), LineMark("PRIMARY KEY ", weight: 3),
    LineMark(holding: " NOT NULL", weight: 2), LineMark("CREATE INDEX ", weight: 4),
    LineMark("BEGIN TRANSACTION", weight: 4), LineMark("CREATE ", weight: 1),
    LineMark("LEFT JOIN ", weight: 3), LineMark("JOIN ", weight: 1),
    LineMark("UPDATE ", holding: " SET ", weight: 4), LineMark("DELETE FROM ", weight: 4),
    LineMark("PRAGMA ", weight: 3), LineMark("GRANT ", weight: 2),
  ]

  private static let css: [LineMark] = [
    LineMark("div", ending: "{", weight: 3), LineMark("p ", ending: "{", weight: 3),
    LineMark("h1", ending: "{", weight: 3), LineMark("ul", ending: "{", weight: 2),
    LineMark("td", ending: "{", weight: 2), LineMark("html", ending: "{", weight: 2),
    LineMark("float:", ending: ";", weight: 2),
    LineMark("text-", holding: ":", ending: ";", weight: 2),
    LineMark("@charset \"", weight: 5), LineMark("@import ", ending: ";", weight: 3),
    LineMark("@media ", ending: "{", weight: 5), LineMark("@font-face", weight: 5),
    LineMark("@keyframes ", weight: 5),
    LineMark(".", ending: "{", weight: 2), LineMark("#", ending: "{", weight: 2),
    LineMark("body", ending: "{", weight: 3), LineMark("a ", ending: "}", weight: 1),
    LineMark("* {", weight: 3), LineMark(":root", weight: 5),
    LineMark("margin", holding: ":", ending: ";", weight: 3),
    LineMark("padding", holding: ":", ending: ";", weight: 3),
    LineMark("color:", ending: ";", weight: 3),
    LineMark("background", holding: ":", ending: ";", weight: 3),
    LineMark("font-", holding: ":", ending: ";", weight: 3),
    LineMark("display:", ending: ";", weight: 3), LineMark("width:", ending: ";", weight: 2),
    LineMark("border", holding: ":", ending: ";", weight: 2),
    LineMark(holding: "{ ", ending: "; }", weight: 1), LineMark(holding: "box-sizing", weight: 3),
    LineMark(holding: "text-decoration", weight: 3),
    LineMark(holding: "{margin", weight: 4), LineMark(holding: "{color:", weight: 4),
    LineMark(holding: "{display:", weight: 4), LineMark(holding: "{padding", weight: 4),
    LineMark(holding: " display: ", weight: 2), LineMark(holding: "color: #", weight: 2),
  ]

  private static let scss: [LineMark] = [
    LineMark("$", holding: ": ", ending: ";", weight: 4), LineMark("@mixin ", weight: 6),
    LineMark("@include ", weight: 6), LineMark("@extend ", weight: 5),
    LineMark("&:", ending: "{", weight: 5), LineMark("&.", ending: "{", weight: 5),
    LineMark("@use ", weight: 5),
  ]

  private static let make: [LineMark] = [
    LineMark(".PHONY", weight: 6), LineMark("all:", weight: 4), LineMark("clean:", weight: 4),
    LineMark("install:", weight: 3), LineMark("$(CC)", weight: 4),
    LineMark(holding: "$(", weight: 2), LineMark("CC ", holding: "=", weight: 3),
    LineMark("CFLAGS", weight: 4),
    LineMark("ifeq ", weight: 4), LineMark("ifdef ", weight: 3), LineMark("endif", weight: 1),
    LineMark(holding: " := ", weight: 1), LineMark(holding: " ?= ", weight: 3),
    LineMark("include $(", weight: 5), LineMark("%.o:", weight: 4),
    LineMark(holding: "$@", weight: 3),
  ]

  private static let cmake: [LineMark] = [
    LineMark("cmake_minimum_required(", weight: 6), LineMark("message(", weight: 2),
    LineMark("set_target_properties(", weight: 6), LineMark("set_property(", weight: 5),
    LineMark("get_filename_component(", weight: 5), LineMark("function(", ending: ")", weight: 1),
    LineMark("macro(", weight: 4), LineMark("endforeach(", weight: 4),
    LineMark("include(", weight: 1), LineMark("project(", weight: 2),
    LineMark("add_executable(", weight: 5), LineMark("add_library(", weight: 5),
    LineMark("target_link_libraries(", weight: 5), LineMark("find_package(", weight: 5),
    LineMark("set(", weight: 2), LineMark("if(", weight: 1),
    LineMark("endif()", weight: 3), LineMark("include_directories(", weight: 5),
    LineMark("install(", weight: 2), LineMark("add_subdirectory(", weight: 5),
  ]

  private static let docker: [LineMark] = [
    LineMark("FROM ", holding: ":", weight: 3), LineMark("RUN ", weight: 3),
    LineMark("COPY ", weight: 3), LineMark("ADD ", weight: 2), LineMark("WORKDIR ", weight: 4),
    LineMark("ENTRYPOINT ", weight: 4), LineMark("CMD ", weight: 3), LineMark("EXPOSE ", weight: 3),
    LineMark("ENV ", weight: 2), LineMark("LABEL ", weight: 1),
  ]

  private static let protobuf: [LineMark] = [
    LineMark("syntax = \"proto", weight: 8), LineMark("message ", ending: "{", weight: 3),
    LineMark("repeated ", ending: ";", weight: 3), LineMark("option ", ending: ";", weight: 1),
    LineMark("rpc ", weight: 3), LineMark("service ", ending: "{", weight: 2),
  ]

  private static let tex: [LineMark] = [
    LineMark("\\documentclass", weight: 8), LineMark("\\documentstyle", weight: 8),
    LineMark("\\begin{", weight: 4), LineMark("\\end{", weight: 3),
    LineMark("\\section", weight: 5), LineMark("\\chapter", weight: 5),
    LineMark("\\usepackage", weight: 5), LineMark("\\item", weight: 2),
    LineMark("\\label{", weight: 3), LineMark(holding: "\\cite{", weight: 3),
    LineMark(holding: "\\ref{", weight: 3), LineMark("\\newcommand", weight: 5),
    LineMark("\\def\\", weight: 5), LineMark("\\input ", weight: 4),
    LineMark("\\input{", weight: 4), LineMark("\\bye", weight: 3), LineMark("\\let\\", weight: 5),
    LineMark("\\RequirePackage", weight: 5), LineMark("\\ProvidesPackage", weight: 5),
  ]

  private static let bibtex: [LineMark] = [
    LineMark("@article{", ending: ",", weight: 6), LineMark("@book{", weight: 6),
    LineMark("@Book{", weight: 6), LineMark("@Article{", weight: 6),
    LineMark("@inproceedings{", weight: 6), LineMark("@misc{", weight: 6),
    LineMark("@string{", weight: 6), LineMark("author ", holding: "=", weight: 2),
    LineMark("title ", holding: "=", weight: 2), LineMark("year ", holding: "=", weight: 2),
    LineMark("title", holding: "={", weight: 2),
  ]

  private static let gettext: [LineMark] = [
    LineMark("msgid \"", weight: 4), LineMark("msgstr \"", weight: 4), LineMark("#: ", weight: 1),
    LineMark("msgctxt ", weight: 2), LineMark("#, ", weight: 1),
  ]

  private static let troff: [LineMark] = [
    LineMark(".TH ", weight: 5), LineMark(".SH ", weight: 4), LineMark(".\\\"", weight: 4),
    LineMark(".Dd ", weight: 5), LineMark(".Sh ", weight: 4), LineMark(".PP", weight: 1),
    LineMark(".TP", weight: 2), LineMark(".B ", weight: 2), LineMark(".br", weight: 1),
    LineMark("'\\\"", weight: 4), LineMark(".Nm ", weight: 3),
  ]

  private static let restructured: [LineMark] = [
    LineMark(".. ", ending: "::", weight: 5), LineMark(".. ", holding: ":: ", weight: 5),
    LineMark(".. _", ending: ":", weight: 4), LineMark(":param ", weight: 2),
    LineMark(holding: ":ref:`", weight: 4), LineMark(holding: ":class:`", weight: 3),
    LineMark(":maxdepth:", weight: 4), LineMark(ending: "::", weight: 1),
    LineMark("======", weight: 1), LineMark(holding: "`__", weight: 2),
    LineMark(holding: ">`_", weight: 3),
  ]
}
