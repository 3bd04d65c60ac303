extension SourceLanguage {
  static let scripted: [SourceLanguage] = [
    SourceLanguage("public.python-script", python),
    SourceLanguage("com.netscape.javascript-source", javascript),
    SourceLanguage("com.microsoft.typescript", javascript + typescript),
    SourceLanguage("public.ruby-script", ruby),
    SourceLanguage("public.perl-script", perl),
    SourceLanguage("public.shell-script", shell),
    SourceLanguage("org.lua.script", lua),
    SourceLanguage("org.r-project.source", r),
    SourceLanguage("com.microsoft.powershell-script", powershell),
    SourceLanguage("com.microsoft.batch-script", batch),
  ]

  private static let python: [LineMark] = [
    LineMark("def ", ending: "):", weight: 4),
    LineMark("def ", holding: ") -> ", ending: ":", weight: 5),
    LineMark("class ", ending: "):", weight: 4), LineMark("class ", ending: ":", weight: 2),
    LineMark("from ", holding: " import ", weight: 4), LineMark("import os", weight: 3),
    LineMark("import sys", weight: 4),
    LineMark("import re", weight: 2), LineMark("import numpy", weight: 5), LineMark("import "),
    LineMark("if __name__ ==", weight: 6), LineMark("elif ", ending: ":", weight: 4),
    LineMark("except ", ending: ":", weight: 4),
    LineMark("except:", weight: 4), LineMark("try:", weight: 3), LineMark("else:", weight: 1),
    LineMark("with ", ending: ":", weight: 2),
    LineMark("self.", weight: 3), LineMark("for ", holding: " in ", ending: ":", weight: 3),
    LineMark("if ", ending: ":", weight: 1),
    LineMark("while ", ending: ":", weight: 1), LineMark("return "),
    LineMark("raise ", ending: ")", weight: 3),
    LineMark("@dataclass", weight: 4), LineMark("@property", weight: 2),
    LineMark("\"\"\"", weight: 2), LineMark("print(", weight: 1),
    LineMark("async def ", weight: 5), LineMark("# -*- coding", weight: 4),
    LineMark("yield ", weight: 1), LineMark("assert ", weight: 1),
    LineMark("lambda ", weight: 1), LineMark("pass", weight: 0),
  ]

  private static let javascript: [LineMark] = [
    LineMark("'use strict'", weight: 5), LineMark("\"use strict\"", weight: 5),
    LineMark("const ", holding: "require(", weight: 6),
    LineMark("var ", holding: "require(", weight: 6), LineMark("module.exports", weight: 6),
    LineMark("exports.", weight: 4),
    LineMark("function ", ending: "{", weight: 2), LineMark("function(", weight: 3),
    LineMark(holding: "function(", ending: "{", weight: 3),
    LineMark(holding: "function (", ending: "{", weight: 3),
    LineMark(holding: "=> {", weight: 2), LineMark("const ", holding: " = ", weight: 2),
    LineMark("let ", holding: " = ", ending: ";", weight: 2),
    LineMark("var ", holding: " = ", ending: ";", weight: 2),
    LineMark("import ", holding: " from '", weight: 5),
    LineMark("import ", holding: " from \"", weight: 5), LineMark("export default ", weight: 5),
    LineMark("export ", weight: 2),
    LineMark("document.", weight: 4), LineMark("window.", weight: 4),
    LineMark("console.", weight: 4), LineMark("$(", weight: 3),
    LineMark("(function", weight: 5), LineMark("!function", weight: 6), LineMark("});", weight: 3),
    LineMark(holding: " === ", weight: 3),
    LineMark(holding: " !== ", weight: 2), LineMark("this.", ending: ";", weight: 2),
    LineMark("return function", weight: 3), LineMark("describe(", weight: 2),
  ]

  private static let typescript: [LineMark] = [
    LineMark("export interface ", weight: 6), LineMark("interface ", ending: "{", weight: 2),
    LineMark("export type ", weight: 6),
    LineMark("import type ", weight: 6), LineMark("type ", holding: " = ", weight: 2),
    LineMark(holding: ": string", weight: 3), LineMark(holding: ": number", weight: 3),
    LineMark(holding: ": boolean", weight: 3), LineMark("export enum ", weight: 5),
    LineMark("declare ", weight: 5), LineMark("private readonly ", weight: 3),
    LineMark(holding: "): void", weight: 4), LineMark(holding: "Promise<", weight: 2),
  ]

  private static let ruby: [LineMark] = [
    LineMark("require '", ending: "'", weight: 5), LineMark("require \"", ending: "\"", weight: 4),
    LineMark("require_relative ", weight: 6),
    LineMark("attr_reader ", weight: 5), LineMark("attr_accessor ", weight: 5),
    LineMark("def self.", weight: 4), LineMark("def ", weight: 1),
    LineMark("end", weight: 0), LineMark(holding: " do |", ending: "|", weight: 5),
    LineMark("module ", weight: 1), LineMark("@", holding: " = ", weight: 1),
    LineMark("puts ", weight: 3), LineMark("class ", holding: " < ", weight: 4),
    LineMark("gem ", weight: 4), LineMark("source '", weight: 2), LineMark("elsif ", weight: 2),
    LineMark("# frozen_string_literal", weight: 6), LineMark("unless ", weight: 1),
    LineMark("describe ", ending: " do", weight: 4), LineMark("it ", ending: " do", weight: 4),
  ]

  private static let perl: [LineMark] = [
    LineMark("use strict;", weight: 5), LineMark("use warnings;", weight: 5),
    LineMark("my $", weight: 4), LineMark("my (", ending: "@_;", weight: 6),
    LineMark("my @", weight: 4), LineMark("my %", weight: 4),
    LineMark("sub ", ending: "{", weight: 3),
    LineMark("package ", holding: "::", ending: ";", weight: 4),
    LineMark("use ", holding: "::", ending: ";", weight: 1), LineMark("1;", weight: 2),
    LineMark("__END__", weight: 3), LineMark("=head1 ", weight: 3), LineMark("=cut", weight: 2),
    LineMark("our $VERSION", weight: 5), LineMark(holding: "$self->", weight: 4),
    LineMark("shift;", weight: 2),
  ]

  private static let shell: [LineMark] = [
    LineMark("if [ ", ending: "then", weight: 5), LineMark("if [ ", weight: 3),
    LineMark("if [[ ", weight: 4), LineMark("fi", weight: 1), LineMark("then", weight: 1),
    LineMark("export ", holding: "=", weight: 3), LineMark("alias ", holding: "=", weight: 4),
    LineMark("esac", weight: 4), LineMark("done", weight: 1),
    LineMark("for ", ending: "; do", weight: 5), LineMark("while ", ending: "; do", weight: 4),
    LineMark("echo \"", weight: 2), LineMark("echo $", weight: 3),
    LineMark("set -e", weight: 4), LineMark("set -u", weight: 3), LineMark(ending: ";;", weight: 3),
    LineMark("local ", holding: "=", weight: 1),
    LineMark("source ", weight: 1), LineMark("exit ", weight: 1),
    LineMark(ending: "() {", weight: 2), LineMark(holding: "=\"$", weight: 2),
    LineMark("case ", ending: " in", weight: 4),
    LineMark("[ -", weight: 3), LineMark("mkdir -p ", weight: 2), LineMark("cd ", weight: 1),
    LineMark(holding: "${", weight: 1), LineMark("# shellcheck", weight: 5),
    LineMark("test -", weight: 2),
  ]

  private static let lua: [LineMark] = [
    LineMark("local ", holding: " = require", weight: 6), LineMark("local function ", weight: 5),
    LineMark("local ", holding: " = ", weight: 2),
    LineMark("if ", ending: " then", weight: 2), LineMark("elseif ", ending: " then", weight: 3),
    LineMark("for ", ending: " do", weight: 1), LineMark("end", weight: 0),
    LineMark("end)", weight: 1),
    LineMark(holding: " ~= ", weight: 3), LineMark("function ", ending: ")", weight: 2),
    LineMark("--[[", weight: 3), LineMark("return {", weight: 1),
    LineMark(holding: "== nil", weight: 3), LineMark("setmetatable(", weight: 4),
  ]

  private static let r: [LineMark] = [
    LineMark("library(", weight: 5), LineMark("require(", weight: 1),
    LineMark(holding: " <- function(", weight: 7), LineMark(holding: " <- ", weight: 3),
    LineMark(holding: " %>%", weight: 5), LineMark("ggplot(", weight: 4),
    LineMark("data.frame(", weight: 4), LineMark("source(\"", weight: 2),
    LineMark("#' ", weight: 3), LineMark("setwd(", weight: 4),
  ]

  private static let powershell: [LineMark] = [
    LineMark("param(", weight: 3), LineMark("param (", weight: 3), LineMark("Param(", weight: 3),
    LineMark("[string]$", weight: 5), LineMark("[CmdletBinding(", weight: 6),
    LineMark("[Parameter(", weight: 5), LineMark("Write-", weight: 5),
    LineMark("Get-", weight: 4), LineMark("Set-", weight: 3), LineMark("New-", weight: 3),
    LineMark("Import-Module", weight: 5), LineMark("$", holding: " = ", weight: 1),
    LineMark(holding: "-eq ", weight: 2), LineMark(holding: "$_.", weight: 3),
    LineMark("function ", holding: "-", ending: "{", weight: 3), LineMark("<#", weight: 3),
    LineMark("$ErrorActionPreference", weight: 6),
  ]

  private static let batch: [LineMark] = [
    LineMark("@echo off", weight: 6), LineMark("@ECHO OFF", weight: 6),
    LineMark("setlocal", weight: 1), LineMark("rem ", weight: 2), LineMark("REM ", weight: 2),
    LineMark("goto ", weight: 2), LineMark("if not exist ", weight: 3),
    LineMark("if exist ", weight: 3), LineMark("if errorlevel ", weight: 4),
    LineMark("set ", holding: "=", weight: 1), LineMark("echo %", weight: 3),
    LineMark("call ", weight: 1), LineMark("pause", weight: 1),
    LineMark(holding: "%~dp0", weight: 4),
  ]
}
