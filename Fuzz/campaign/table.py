"""What came of all runs, as Markdown."""
import pathlib

HEADER = ["parser", "runs", "runs/s", "edges at start", "edges at end", "features", "corpus", "memory, MB", "seconds",
          "finds"]


class Table:
    def __init__(self, path, build):
        self.path = pathlib.Path(path) if path else None
        self.build = build
        self.rows = []

    def add(self, run):
        """Takes in a run, and writes all until now."""
        self.rows.append(run)
        if self.path:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.write_text(self.text + "\n")

    @property
    def text(self):
        lines = ["| " + " | ".join(HEADER) + " |", "|---" + "|--:" * (len(HEADER) - 1) + "|"]
        return "\n".join(lines + [self._line(run) for run in self.rows])

    @staticmethod
    def _line(run):
        cells = [
            run.statistics.get("number_of_executed_units", 0), run.statistics.get("average_exec_per_sec", 0),
            run.first_edges, run.edges, run.features, run.inputs, run.statistics.get("peak_rss_mb", 0),
            round(run.seconds), len(run.finds)]
        return f"| {run.parser} | " + " | ".join(f"{cell:,}" for cell in cells) + " |"
