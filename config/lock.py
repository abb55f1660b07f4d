"""`make lock`: pins and hashes for every package, and no registry's address."""

import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COMPILE = [".venv/bin/uv", "pip", "compile", "-q", "--upgrade", "--universal", "--generate-hashes"]
COMPILE += ["--no-emit-index-url", "--no-header", "--python", ".venv/bin/python", "pyproject.toml"]


def main() -> None:
    os.environ["UV_PYTHON_DOWNLOADS"] = "never"
    subprocess.run([*COMPILE, "-o", "requirements.txt"], cwd=ROOT, check=True)
    development = ["--group", "dev", "-c", "requirements.txt", "-o", "requirements-dev.txt"]
    subprocess.run([*COMPILE, *development], cwd=ROOT, check=True)


if __name__ == "__main__":
    main()
