"""Settings in text, and programs."""
from kinds import crlf, kind

INI = "[server]\nhost = example.org\nport = 8080\n\n; what it keeps\n[cache]\nsize=100\npath=/var/cache\n"


@kind("public.yaml", "text/plain application/yaml application/x-yaml text/x-yaml")
def yaml(rng):
    yield "a document", b"---\nname: example\nversion: 1.0\nitems:\n  - one\n  - two\n"
    yield "without a mark", b"name: example\nversion: 1.0\nauthors:\n  - name: Anna\n    mail: anna@example.org\n  - name: Bob\n"
    yield "services", b"version: '3.8'\nservices:\n  web:\n    image: nginx:latest\n    ports:\n      - \"80:80\"\n    environment:\n      - A=b\n"
    yield "a cluster", b"apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\n  labels:\n    app: web\nspec:\n  replicas: 3\n---\napiVersion: v1\nkind: Service\n"
    yield "a workflow", b"name: CI\non:\n  push:\n    branches: [main]\njobs:\n  build:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: actions/checkout@v4\n      - run: |\n          make\n          make test\n"
    yield "a comment first", b"# settings of the site\n\ntitle: Example\nbaseurl: \"\"\nplugins:\n  - a\n  - b\n"
    yield "a list", b"- name: one\n  value: 1\n- name: two\n  value: 2\n- name: three\n  value: 3\n"
    yield "directive", b"%YAML 1.2\n---\na: 1\n"
    yield "anchors", b"defaults: &defaults\n  adapter: postgres\n  host: localhost\ndevelopment:\n  <<: *defaults\n  database: dev\n"
    yield "CR LF", b"name: x\r\nlist:\r\n  - a\r\n  - b\r\nmap:\r\n  k: v\r\n"
    yield "a book of plays", b"- hosts: all\n  become: yes\n  tasks:\n    - name: install\n      apt:\n        name: nginx\n        state: present\n"
    yield "translations", b"de:\n  greeting: \"Hallo\"\n  menu:\n    open: \"\xc3\x96ffnen\"\n    close: \"Schlie\xc3\x9fen\"\n"
    yield "an interface", b"openapi: 3.0.0\ninfo:\n  title: API\n  version: '1'\npaths:\n  /users:\n    get:\n      responses:\n        '200':\n          description: OK\n"


@kind("public.toml", "text/plain application/toml")
def toml(rng):
    yield "a package", b"[package]\nname = \"example\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\n[dependencies]\nserde = { version = \"1\", features = [\"derive\"] }\n"
    yield "a project", b"[build-system]\nrequires = [\"setuptools>=61\"]\nbuild-backend = \"setuptools.build_meta\"\n\n[project]\nname = \"x\"\n"
    yield "no table first", b"title = \"Example\"\nenabled = true\nports = [8000, 8001]\nborn = 1979-05-27T07:32:00Z\n"
    yield "arrays of tables", b"[[products]]\nname = \"Hammer\"\nsku = 738594937\n\n[[products]]\nname = \"Nail\"\n"
    yield "a comment first", b"# This is a document\n\ntitle = \"x\"\n\n[owner]\nname = \"Anna\"\n[database.replica]\nport = 5432\n"
    yield "CR LF", b"[a]\r\nb = \"c\"\r\nd = [1, 2]\r\n"


@kind("public.ini", "text/plain application/x-wine-extension-ini application/x-setupscript")
def ini(rng):
    yield "plain", INI.encode()
    yield "CR LF", crlf(INI).encode()
    yield "a comment first", ("; settings\n# of the program\n\n" + INI).encode()
    yield "of git", b"[core]\n\trepositoryformatversion = 0\n\tbare = false\n[remote \"origin\"]\n\turl = https://example.org/x.git\n"
    yield "a unit", b"[Unit]\nDescription=A service\nAfter=network.target\n\n[Service]\nExecStart=/usr/bin/x\nRestart=always\n"
    yield "of an editor", b"root = true\n\n[*]\nindent_style = space\nindent_size = 2\n\n[*.md]\ntrim_trailing_whitespace = false\n"
    yield "UTF-16", b"\xff\xfe" + crlf(INI).encode("utf-16-le")
    yield "values with quotes", b"[Settings]\nName=\"x y\"\nPath=C:\\Program Files\\X\nList=a,b,c\n"


@kind("org.freedesktop.desktop-entry", "text/plain application/x-desktop")
def desktop(rng):
    yield "plain", b"[Desktop Entry]\nType=Application\nName=X\nExec=x %U\n"
    yield "a comment first", b"#!/usr/bin/env xdg-open\n[Desktop Entry]\nType=Application\nName=X\n"


PROGRAMS = {
    "python": ("public.python-script", "text/x-script.python text/x-python text/plain", [
        "import os\nimport sys\n\n\ndef main(argv):\n    for name in argv:\n        print(os.path.join('a', name))\n\n\nif __name__ == '__main__':\n    main(sys.argv[1:])\n",
        "#!/usr/bin/env python3\nprint('hi')\n",
        '"""A module."""\nfrom __future__ import annotations\n\nfrom dataclasses import dataclass\n\n\n@dataclass\nclass Point:\n    x: int\n    y: int = 0\n\n    def move(self, by):\n        return Point(self.x + by, self.y)\n',
        "# -*- coding: utf-8 -*-\nclass A(object):\n    def __init__(self, b):\n        self.b = b\n        if b is None:\n            raise ValueError('no')\n"]),
    "c": ("public.c-source public.c-header", "text/x-c", [
        "#include <stdio.h>\n\nint main(int argc, char **argv)\n{\n    printf(\"hi\\n\");\n    return 0;\n}\n",
        "/* A list.\n * (c) Anna\n */\n#include \"list.h\"\n#include <stdlib.h>\n\nstruct list {\n    struct list *next;\n    int value;\n};\n\nstatic void add(struct list *l, int v)\n{\n    if (l == NULL)\n        return;\n    l->value = v;\n}\n",
        "#ifndef A_H\n#define A_H\n\n#include <stddef.h>\n\ntypedef struct a a_t;\nint a_open(a_t *a, const char *name);\nvoid a_close(a_t *a);\n\n#endif\n"]),
    "cpp": ("public.c-plus-plus-source public.c-plus-plus-header", "text/x-c++ text/x-c", [
        "#include <iostream>\n#include <vector>\n\nint main() {\n  std::vector<int> v{1, 2};\n  for (auto x : v) std::cout << x << std::endl;\n  return 0;\n}\n",
        "#pragma once\n#include <string>\n\nnamespace a {\ntemplate <typename T>\nclass Box {\n public:\n  explicit Box(T t) : t_(t) {}\n  virtual ~Box() = default;\n private:\n  T t_;\n};\n}  // namespace a\n"]),
    "java": ("com.sun.java-source", "text/x-java text/x-c++ text/plain", [
        "package org.example;\n\nimport java.util.List;\n\npublic class App {\n    public static void main(String[] args) {\n        System.out.println(\"hi\");\n    }\n}\n",
        "/*\n * Licensed.\n */\npackage org.example;\n\npublic interface Shape {\n    double area();\n}\n"]),
    "javascript": ("com.netscape.javascript-source", "application/javascript text/javascript text/plain", [
        "'use strict';\nconst fs = require('fs');\n\nfunction read(name) {\n  return fs.readFileSync(name);\n}\n\nmodule.exports = { read };\n",
        "import React from 'react';\n\nexport default function App({ name }) {\n  const [a, setA] = useState(0);\n  return null;\n}\n",
        "(function ($) {\n  var a = 1;\n  $(document).ready(function () {\n    console.log(a === 1);\n  });\n})(jQuery);\n",
        "// a counter\nlet count = 0;\ndocument.getElementById('b').addEventListener('click', () => {\n  count += 1;\n  console.log(`count: ${count}`);\n});\n"]),
    "typescript": ("com.microsoft.typescript", "text/plain application/javascript", [
        "import { a } from './a';\n\nexport interface User {\n  name: string;\n  age?: number;\n}\n\nexport const f = (u: User): string => u.name;\n"]),
    "go": ("org.golang.go-source", "text/plain text/x-c text/x-go", [
        "package main\n\nimport \"fmt\"\n\nfunc main() {\n\tx := 1\n\tfmt.Println(x)\n}\n",
        "// Package a does b.\npackage a\n\nimport (\n\t\"io\"\n\t\"os\"\n)\n\ntype Reader struct {\n\tr io.Reader\n}\n\nfunc (r *Reader) Read(p []byte) (int, error) {\n\treturn r.r.Read(p)\n}\n"]),
    "rust": ("org.rust-lang.source", "text/plain text/x-c", [
        "use std::io;\n\nfn main() {\n    let mut line = String::new();\n    io::stdin().read_line(&mut line).unwrap();\n    println!(\"{}\", line);\n}\n",
        "//! A crate.\n\n#[derive(Debug, Clone)]\npub struct Point {\n    pub x: i32,\n}\n\nimpl Point {\n    pub fn new(x: i32) -> Self {\n        Self { x }\n    }\n}\n"]),
    "ruby": ("public.ruby-script", "text/x-ruby text/plain", [
        "require 'json'\n\nmodule A\n  class B\n    attr_reader :c\n\n    def initialize(c)\n      @c = c\n    end\n  end\nend\n",
        "#!/usr/bin/env ruby\nputs 'hi'\n"]),
    "perl": ("public.perl-script", "text/x-perl text/plain", [
        "#!/usr/bin/perl -w\nuse strict;\nmy $x = 1;\nprint \"$x\\n\";\n",
        "package A::B;\nuse strict;\nuse warnings;\n\nsub new {\n    my ($class, %args) = @_;\n    return bless { %args }, $class;\n}\n\n1;\n"]),
    "php": ("public.php-script", "text/x-php", [
        "<?php\nnamespace A;\n\nclass B {\n    public function c($d) { return $d; }\n}\n", "<?php echo 'hi'; ?>\n<p>x</p>\n"]),
    "shell": ("public.shell-script", "text/x-shellscript text/plain", [
        "#!/bin/sh\nset -e\necho hi\n", "#!/usr/bin/env bash\nfor f in *; do\n  echo \"$f\"\ndone\n",
        "# settings of the shell\nexport PATH=\"$HOME/bin:$PATH\"\nalias ll='ls -l'\nif [ -f ~/.aliases ]; then\n  . ~/.aliases\nfi\n"]),
    "sql": ("public.sql-source", "text/plain application/sql application/x-sql", [
        "CREATE TABLE users (\n  id INTEGER PRIMARY KEY,\n  name TEXT NOT NULL\n);\nINSERT INTO users VALUES (1, 'Anna');\nSELECT * FROM users WHERE id = 1;\n",
        "-- MySQL dump 10.13\n--\n-- Host: localhost\n\nDROP TABLE IF EXISTS `a`;\nCREATE TABLE `a` (\n  `id` int(11) NOT NULL\n) ENGINE=InnoDB;\nINSERT INTO `a` VALUES (1),(2),(3);\n",
        "select a, b, c\nfrom t\nwhere a > 1\norder by b;\n"]),
    "css": ("public.css", "text/css text/plain text/x-asm", [
        "body {\n  margin: 0;\n  font-family: sans-serif;\n}\n\n.a, #b > p:hover {\n  color: #ff0000;\n}\n",
        "@charset \"utf-8\";\n@import url('a.css');\n\n@media (max-width: 600px) {\n  .nav { display: none; }\n}\n",
        "/* reset */\n* { box-sizing: border-box; padding: 0; }\na { color: red; text-decoration: none; }\n"]),
    "csharp": ("com.microsoft.csharp-source", "text/plain text/x-c++ text/x-java", [
        "using System;\nusing System.Linq;\n\nnamespace A\n{\n    public class B\n    {\n        public string Name { get; set; }\n        static void Main(string[] args)\n        {\n            Console.WriteLine(\"hi\");\n        }\n    }\n}\n"]),
    "swift": ("public.swift-source", "text/plain text/x-c", [
        "import Foundation\n\nstruct Point: Codable {\n  let x: Int\n\n  func moved(by d: Int) -> Point {\n    guard d > 0 else { return self }\n    return Point(x: x + d)\n  }\n}\n"]),
    "kotlin": ("org.kotlinlang.source", "text/plain text/x-java", [
        "package org.example\n\nimport java.io.File\n\ndata class User(val name: String, val age: Int?)\n\nfun main(args: Array<String>) {\n    println(\"hi\")\n}\n"]),
    "lua": ("org.lua.script", "text/plain text/x-lua application/javascript", [
        "local M = {}\n\nfunction M.add(a, b)\n  if a == nil then\n    return b\n  end\n  return a + b\nend\n\nreturn M\n"]),
    "make": ("public.make-source", "text/x-makefile text/plain", [
        "CC = gcc\nCFLAGS = -O2\n\nall: app\n\napp: main.o\n\t$(CC) -o $@ $^\n\nclean:\n\trm -f *.o app\n\n.PHONY: all clean\n"]),
    "docker": ("com.docker.dockerfile", "text/plain", [
        "FROM debian:12\n\nRUN apt-get update && apt-get install -y curl\nCOPY . /app\nWORKDIR /app\nCMD [\"./run\"]\n"]),
    "powershell": ("com.microsoft.powershell-script", "text/plain", [
        "param(\n    [string]$Name\n)\n\nGet-ChildItem -Path $Name | Where-Object { $_.Length -gt 100 }\nWrite-Host \"done\"\n"]),
    "batch": ("com.microsoft.batch-script", "text/x-msdos-batch text/plain", [
        "@echo off\r\nset A=1\r\nif not exist x.txt goto end\r\necho %A%\r\n:end\r\n"]),
    "r": ("org.r-project.source", "text/plain", [
        "library(ggplot2)\n\nx <- read.csv(\"a.csv\")\nf <- function(a, b = 2) {\n  a + b\n}\nggplot(x, aes(a, b)) + geom_point()\n"]),
    "protobuf": ("com.google.protobuf-source", "text/plain", [
        "syntax = \"proto3\";\n\npackage a.b;\n\nmessage User {\n  string name = 1;\n  repeated int32 ids = 2;\n}\n"]),
    "scss": ("com.sass-lang.scss public.css", "text/plain text/css", [
        "$primary: #333;\n@mixin box($a) {\n  margin: $a;\n}\n.nav {\n  ul { @include box(2px); }\n  &:hover { color: $primary; }\n}\n"]),
}
for label, (types, media, samples) in PROGRAMS.items():
    def make(rng, samples=samples):
        for number, sample in enumerate(samples):
            yield f"sample {number + 1}", sample.encode()
            yield f"sample {number + 1}, CR LF", crlf(sample.replace("\r\n", "\n")).encode()

    make.__name__ = label
    kind(types, media)(make)
