// What a decoder that a hostile file has taken over would try. Most of it Swift cannot call: system
// calls without a wrapper, variadic functions, fork.
//
// Each returns 0, or the number of the error that stopped it; -1 for a name that there is not.
#pragma once

int attempt_escape(const char *name, const char *const *arguments);

/// Makes the kernel answer ENOSYS to a system call from now on, as an older one would, and for the
/// programs that this process turns into.
int hide_system_call(int number);
