"""`make bench`: every measurement in turn. Each prints its ratios and says whether its goal is met."""

import subprocess
import sys

MODULES = (
    "benchmarks.verdicts",
    "benchmarks.builder",
    "benchmarks.pdf",
    "benchmarks.reprint",
    "benchmarks.grimoire",
    "benchmarks.roster",
    "benchmarks.purchases",
    "benchmarks.queue",
)


def main() -> int:
    missed = []
    for module in MODULES:
        print(f"\n-- {module}", flush=True)
        if subprocess.run([sys.executable, "-m", module]).returncode:
            missed.append(module)
    print(f"\nMissed: {', '.join(missed)}." if missed else "\nEvery goal is met.")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
