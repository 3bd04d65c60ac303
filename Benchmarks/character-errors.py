"""How far a recognised text is from the right one.

    character-errors.py EXPECTED FOUND

Prints the character error rate and the recall of words, both in percent. The error rate is the least number of
characters to be put in, taken out and changed (Levenshtein), as a share of the characters that are expected; spaces and
line feeds count as one space, and typographic quotation marks and dashes as the plain ones. The recall is the share of
the words that are expected, each as often, that are found anywhere.
"""

import re
import sys
from collections import Counter

PLAIN = str.maketrans("“”„«»‘’‚–—−", "\"\"\"\"\"'''---")


def text(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return " ".join(file.read().translate(PLAIN).split())


def distance(one, other):
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        before, row[0] = row[0], i
        for j, b in enumerate(other, 1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (a != b))
    return row[-1]


def words(whole):
    return Counter(re.findall(r"\w+", whole.lower()))


def main():
    expected, found = text(sys.argv[1]), text(sys.argv[2])
    wanted, there = words(expected), words(found)
    recall = sum((wanted & there).values()) / max(1, sum(wanted.values()))
    errors = distance(expected, found) / max(1, len(expected))
    print(f"{100 * errors:.2f} {100 * recall:.1f}")


if __name__ == "__main__":
    main()
