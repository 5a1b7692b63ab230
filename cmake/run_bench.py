"""Runs the benchmarks and collects what they measured.

run_bench.py OUTPUT SCRIPT PROGRAM...: runs SCRIPT if it exists, else each PROGRAM. Each prints JSON
objects, one a line, which are printed and written to OUTPUT as one JSON array.
"""
import json
import os
import subprocess
import sys


def main():
    output, script, programs = sys.argv[1], sys.argv[2], sys.argv[3:]
    commands = [["bash", script]] if os.path.exists(script) else [[p] for p in programs]
    if os.path.exists(script) and os.access(script, os.X_OK):
        commands = [[script]]
    results = []
    for command in commands:
        with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              text=True) as process:
            for line in process.stdout:
                print(line, end="", flush=True)
                if line.strip():
                    try:
                        results.append(json.loads(line))
                    except ValueError:
                        sys.exit(f"bench: {command[0]}: not a JSON object: {line.strip()}")
        if process.returncode != 0:
            sys.exit(f"bench: {command[0]}: exit status {process.returncode}")
    with open(output, "w", encoding="utf-8") as file:
        file.write("[\n" + ",\n".join(json.dumps(r) for r in results) + "\n]\n")
    print(f"bench: {len(results)} results in {output}", file=sys.stderr)


main()
