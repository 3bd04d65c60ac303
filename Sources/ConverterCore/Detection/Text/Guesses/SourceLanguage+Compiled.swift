extension SourceLanguage {
  static let all = compiled + scripted + declarative

  private static let compiled: [SourceLanguage] = [
    SourceLanguage("public.c-source", c),
    SourceLanguage("public.c-plus-plus-source", c + cPlusPlus),
    SourceLanguage("public.objective-c-source", c + objectiveC),
    SourceLanguage("com.sun.java-source", java),
    SourceLanguage("com.microsoft.csharp-source", csharp),
    SourceLanguage("org.kotlinlang.source", kotlin),
    SourceLanguage("public.swift-source", swift),
    SourceLanguage("org.golang.go-source", go),
    SourceLanguage("org.rust-lang.source", rust),
  ]

  private static let c: [LineMark] = [
    LineMark("#include <", ending: ">", weight: 5),
    LineMark("#include \"", ending: "\"", weight: 5),
    LineMark("#ifndef ", weight: 3), LineMark("#ifdef ", weight: 3), LineMark("#endif", weight: 2),
    LineMark("#define ", weight: 2), LineMark("#if defined", weight: 2),
    LineMark("int main(", weight: 3), LineMark("static void ", weight: 2),
    LineMark("static int ", weight: 2), LineMark("static const ", weight: 2),
    LineMark("static inline ", weight: 2), LineMark("typedef ", weight: 2),
    LineMark("struct ", ending: "{", weight: 1), LineMark("struct ", ending: ";", weight: 1),
    LineMark("extern ", ending: ";", weight: 2), LineMark("unsigned ", ending: ";", weight: 2),
    LineMark("void ", ending: ");"), LineMark("int ", ending: ";"), LineMark("char ", ending: ";"),
    LineMark("int ", ending: ")"), LineMark("return ", ending: ";"), LineMark("printf(", weight: 2),
    LineMark(holding: "->", ending: ";"), LineMark("if (", ending: "{"), LineMark("#pragma "),
  ]

  private static let cPlusPlus: [LineMark] = [
    LineMark("using namespace ", ending: ";", weight: 4),
    LineMark("namespace ", ending: "{", weight: 3),
    LineMark(holding: "std::", weight: 3), LineMark("template <", weight: 4),
    LineMark("template<", weight: 4), LineMark("class ", ending: "{", weight: 1),
    LineMark("public:", weight: 3), LineMark("private:", weight: 3),
    LineMark("virtual ", weight: 3),
    LineMark("#include <iostream>", weight: 4), LineMark("#include <string>", weight: 4),
    LineMark("#include <vector>", weight: 4), LineMark("#include <memory>", weight: 4),
    LineMark("explicit ", weight: 3), LineMark("constexpr ", weight: 3), LineMark("auto "),
    LineMark(holding: "::", ending: "{", weight: 2), LineMark("#pragma once", weight: 2),
  ]

  private static let objectiveC: [LineMark] = [
    LineMark("#import <", weight: 6), LineMark("#import \"", weight: 6),
    LineMark("@interface ", weight: 5),
    LineMark("@implementation ", weight: 5), LineMark("@property ", weight: 4),
    LineMark("- (void)", weight: 3),
  ]

  private static let java: [LineMark] = [
    LineMark("package ", ending: ";", weight: 4), LineMark("import java", ending: ";", weight: 5),
    LineMark("import org.", ending: ";", weight: 4),
    LineMark("import com.", ending: ";", weight: 4),
    LineMark("import static ", ending: ";", weight: 4), LineMark("public class ", weight: 3),
    LineMark("public interface ", weight: 4), LineMark("public enum ", weight: 3),
    LineMark("public final class ", weight: 4), LineMark("public abstract class ", weight: 3),
    LineMark("public static void main(String", weight: 5), LineMark("@Override", weight: 4),
    LineMark("System.out.print", weight: 4), LineMark("private final ", ending: ";", weight: 3),
    LineMark("private static final ", ending: ";", weight: 3),
    LineMark("public ", holding: ") throws ", ending: "{", weight: 3),
    LineMark("public ", ending: ") {"),
  ]

  private static let csharp: [LineMark] = [
    LineMark("using System", ending: ";", weight: 5),
    LineMark("using Microsoft", ending: ";", weight: 4),
    LineMark("namespace ", weight: 2), LineMark(holding: "{ get; set; }", weight: 5),
    LineMark(holding: "{ get;", weight: 3), LineMark("Console.Write", weight: 4),
    LineMark("public class ", weight: 1), LineMark("public async ", weight: 2),
    LineMark("[assembly: ", weight: 5), LineMark("public override ", weight: 3),
    LineMark("private readonly ", weight: 3), LineMark("#region", weight: 4),
    LineMark("var ", ending: ";"),
    LineMark("internal ", weight: 2), LineMark("/// <summary>", weight: 4),
  ]

  private static let kotlin: [LineMark] = [
    LineMark("data class ", weight: 4), LineMark("fun ", ending: "{", weight: 4),
    LineMark("fun ", holding: ") = ", weight: 3),
    LineMark("override fun ", weight: 4), LineMark("private val ", weight: 3),
    LineMark("import kotlin", weight: 5),
    LineMark("object ", ending: "{", weight: 2), LineMark("companion object", weight: 4),
    LineMark("println("),
    LineMark("val ", holding: " = ", weight: 1), LineMark("import org."), LineMark("import java."),
  ]

  private static let swift: [LineMark] = [
    LineMark("import Foundation", weight: 4), LineMark("import Swift", weight: 4),
    LineMark("import UIKit", weight: 5),
    LineMark("func ", ending: "{", weight: 1),
    LineMark("func ", holding: ") -> ", ending: "{", weight: 4),
    LineMark("guard ", holding: " else {", weight: 5), LineMark("guard let ", weight: 4),
    LineMark("if let ", ending: "{", weight: 2),
    LineMark("extension ", ending: "{", weight: 3), LineMark("public func ", weight: 3),
    LineMark("private let ", weight: 3), LineMark("private var ", weight: 2),
    LineMark("let ", holding: " = "),
    LineMark("public init(", weight: 3), LineMark("@testable import ", weight: 5),
    LineMark("struct ", holding: ": ", ending: "{", weight: 2),
    LineMark("enum ", ending: "{"), LineMark("case .", ending: ":", weight: 2),
    LineMark("self.init(", weight: 2),
    LineMark("public struct ", ending: "{", weight: 1), LineMark("#expect(", weight: 4),
    LineMark("// swift-tools-version", weight: 6),
  ]

  private static let go: [LineMark] = [
    LineMark("package main", weight: 4), LineMark("import (", weight: 5),
    LineMark("import \"", ending: "\"", weight: 3),
    LineMark("func main()", weight: 3), LineMark("func (", ending: "{", weight: 5),
    LineMark("func ", ending: "{", weight: 2),
    LineMark(holding: " := ", weight: 3), LineMark("if err != nil {", weight: 5),
    LineMark("type ", ending: "struct {", weight: 5),
    LineMark("type ", ending: "interface {", weight: 5), LineMark("fmt.Print", weight: 4),
    LineMark("defer ", weight: 3),
    LineMark("go func(", weight: 4), LineMark("// Package ", weight: 3),
    LineMark("//go:build", weight: 5), LineMark("package ", weight: 1),
  ]

  private static let rust: [LineMark] = [
    LineMark("fn ", ending: "{", weight: 3), LineMark("pub fn ", weight: 5),
    LineMark("fn main()", weight: 4),
    LineMark("let mut ", weight: 4), LineMark("use std::", ending: ";", weight: 5),
    LineMark("use crate::", ending: ";", weight: 5),
    LineMark("use ", holding: "::", ending: ";", weight: 2),
    LineMark("impl ", ending: "{", weight: 4), LineMark("impl<", weight: 4),
    LineMark("pub struct ", weight: 4), LineMark("pub enum ", weight: 4),
    LineMark("pub mod ", weight: 4),
    LineMark("#[derive(", ending: ")]", weight: 5), LineMark("#[cfg(", weight: 4),
    LineMark("#![", weight: 4),
    LineMark("println!(", weight: 4), LineMark("match ", ending: "{", weight: 2),
    LineMark("mod ", ending: ";", weight: 2), LineMark("//! ", weight: 2),
    LineMark("extern crate ", weight: 5),
  ]
}
