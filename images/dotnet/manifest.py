"""Takes the files that were left out of a .NET runtime's folder out of its manifest too: python3 manifest.py FILE"""
import json
import os
import sys

path = sys.argv[1]
with open(path, encoding="utf-8") as file:
    manifest = json.load(file)
there = set(os.listdir(os.path.dirname(path)))
for target in manifest["targets"].values():
    for package in target.values():
        for kind in ("runtime", "native"):
            files = package.get(kind, {})
            package[kind] = {name: facts for name, facts in files.items() if os.path.basename(name) in there}
with open(path, "w", encoding="utf-8") as file:
    json.dump(manifest, file)
