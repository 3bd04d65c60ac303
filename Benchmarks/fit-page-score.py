"""Finds the curves of QuadScore on made photos: fit-page-score.py FEATURES… > QuadScore+Curves.swift

FEATURES are files that `page-photos features` printed of photos of every kind, for instance of 160 `hard`, 90 `page`,
90 `flatbed`, 60 `hard-without` and 30 `without` under each of four seeds, and of real pictures that show no page
(`pictures-without-pages.py`). It needs numpy and scipy.

Each score is a sum of one curve for each measured value, straight between at most six knots. Of the candidates in one
picture, the one with the highest score is to be the page: the likelihood is that of choosing a good candidate, or none,
among all of them (a softmax with one further choice, "no page"). Curves are kept smooth by a penalty on their bends.
"""
import sys

import numpy as np
from scipy.optimize import minimize

# In the order of QuadFeatures.Feature; the first ones are measured in the small picture.
NAMES = """cover contrast polarity sharpness leastSharpness overrun size skewness imbalance lighter colourless ink
frame outside interior coverLeast crossing closeCover closeCoverLeast ends endsLeast gap closeContrast
closeContrastLeast polarityMean polarityLeast hue evenness evennessLeast paperSpread groundSpread cornerPaper
cornerPaperWorst sidePaper beyond beyondWorst enclosed encloses tilt""".split()
COARSE = 17
KNOTS = 6
SMOOTHNESS = 0.01


def pictures(path):
    """The candidates of each picture: rows of overlap with the page, -1 where there is none, and features."""
    found = {}
    for line in open(path):
        kind, index, *numbers = line.split()
        found.setdefault(int(index), {"coarse": [], "close": []})[kind].append([float(n) for n in numbers])
    return [{kind: np.array(rows) for kind, rows in found[index].items()} for index in sorted(found)]


def thinned(candidates, lot):
    """All good candidates and the first 60, and 250 of the others."""
    numbers = np.arange(len(candidates))
    keeps = (candidates[:, 0] > 0.8) | (numbers < 60)
    others = lot.permutation(np.where(~keeps)[0])[:250]
    return candidates[np.sort(np.concatenate([np.where(keeps)[0], others]))]


def knots(values):
    """Quantiles that are not too close together."""
    quantiles = np.unique(np.round(np.quantile(values, np.linspace(0.01, 0.99, KNOTS)), 3))
    span = max(quantiles[-1] - quantiles[0], 1e-3)
    kept = [quantiles[0]]
    for value in quantiles[1:]:
        if value - kept[-1] >= 0.06 * span:
            kept.append(value)
    return np.array(kept if len(kept) > 1 else [kept[0], kept[0] + max(0.01, span)])


def hats(values, places):
    """How much of each knot's points a value gets."""
    values = np.clip(values, places[0], places[-1])
    left = np.clip(np.searchsorted(places, values, side="right") - 1, 0, len(places) - 2)
    share = (values - places[left]) / (places[left + 1] - places[left])
    basis, rows = np.zeros((len(values), len(places))), np.arange(len(values))
    basis[rows, left], basis[rows, left + 1] = 1 - share, share
    return basis


class Score:
    """Curves of the first features, and what "no page" scores."""

    def __init__(self, groups, count, use):
        """groups: candidates of each picture; use: how good a choice of an overlap is, 0 to 1."""
        values = np.vstack([group[:, 1:] for group in groups])
        self.places = [knots(values[:, feature]) for feature in range(count)]
        basis = np.hstack([hats(values[:, feature], places) for feature, places in enumerate(self.places)])
        sizes = [len(group) for group in groups]
        starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
        owners = np.repeat(np.arange(len(groups)), sizes)
        overlaps = np.concatenate([group[:, 0] for group in groups])
        good = np.where(overlaps < 0, 0, use(overlaps))
        best = np.array([-1 if group[0, 0] < 0 else use(group[:, 0]).max() for group in groups])
        # To choose none is right without a page, and the lesser evil where no candidate is good.
        none = np.where(best < 0, 1.0, np.where(best > 0.3, 0.02, 0.3))
        weights = np.where((best < 0) | (best > 0.05), 1.0, 0.3) / len(groups)
        bends = self._bends(basis.shape[1] + 1)

        def loss(points):
            scores, null = basis @ points[:-1], points[-1]
            top = np.maximum(np.maximum.reduceat(scores, starts), null)
            each, other = np.exp(scores - top[owners]), np.exp(null - top)
            total = np.add.reduceat(each, starts) + other
            right = np.add.reduceat(each * good, starts) + other * none + 1e-9
            value = (weights * (np.log(total) - np.log(right))).sum()
            slope = weights[owners] * (each / total[owners] - each * good / right[owners])
            slope_null = (weights * (other / total - other * none / right)).sum()
            bend = bends @ points
            value += SMOOTHNESS * (bend @ bend + 0.02 * points @ points)
            gradient = np.concatenate([basis.T @ slope, [slope_null]])
            return value, gradient + 2 * SMOOTHNESS * (bends.T @ bend + 0.02 * points)

        found = minimize(
            loss, np.zeros(basis.shape[1] + 1), jac=True, method="L-BFGS-B", options={"maxiter": 300})
        self.points, self.null = found.x[:-1], found.x[-1]

    def _bends(self, width):
        rows, offset = [], 0
        for places in self.places:
            for knot in range(1, len(places) - 1):
                row = np.zeros(width)
                row[offset + knot - 1 : offset + knot + 2] = 1, -2, 1
                rows.append(row)
            offset += len(places)
        return np.array(rows)

    def swift(self, name, comment, groups):
        """The curves, so moved that candidates that are no pages get 0 on average; and the score of "no page"."""
        wrong = np.vstack([group[group[:, 0] < 0.85][:16] for group in groups])
        lines, offset, threshold = [f"  /// {comment}", f"  static let {name}: [Curve] = ["], 0, self.null
        for feature, places in enumerate(self.places):
            points = self.points[offset : offset + len(places)]
            offset += len(places)
            usual = (hats(wrong[:, 1 + feature], places) @ points).mean()
            threshold -= usual
            pairs = ", ".join(f"({a:.3f}, {b + 0:.2f})" for a, b in zip(places, points - usual))
            lines.append(f"    Curve(.{NAMES[feature]}, [{pairs.replace('-0.00)', '0.00)')}]),")
        return "\n".join(lines + ["  ]"]), threshold


def main():
    lot = np.random.default_rng(1)
    found = [picture for path in sys.argv[1:] for picture in pictures(path)]
    coarse = [thinned(picture["coarse"], lot) for picture in found if len(picture["coarse"])]
    close = [picture["close"] for picture in found if len(picture["close"])]
    first = Score(coarse, COARSE, lambda overlap: np.clip((overlap - 0.8) / 0.13, 0, 1) ** 2)
    second = Score(close, len(NAMES), lambda overlap: np.clip((overlap - 0.85) / 0.1, 0, 1) ** 2)
    coarse_text, _ = first.swift(
        "coarse", "What is measured in the small picture, to choose which quads are looked at closely.", coarse)
    close_text, threshold = second.swift(
        "close", "Everything, of quads whose sides were moved onto edges.", close)
    print("/// The curves of both scores, as `Benchmarks/fit-page-score.py` found them.\nextension QuadScore {")
    print(f"{coarse_text}\n\n{close_text}\n}}")
    print(f"as likely no page as one: {threshold:.2f}", file=sys.stderr)


if __name__ == "__main__":
    main()
