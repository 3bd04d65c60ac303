// The files of Sources/Web/Resources as a part of the program. The arrays that Swift packages make of resources take the
// compiler more than a minute (docs/decisions/0057-web-process.md).
#pragma once

struct fairy_web_resource {
  const char *name;
  const char *text;
};

/// How many there are.
extern const int fairy_web_resource_count;

/// One of them, from 0 on, in the order of their names.
struct fairy_web_resource fairy_web_resource(int number);
