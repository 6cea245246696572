"""Runs a program with files or with pipes as its standard streams, and ends with its exit code.

    python3 streams.py files|pipes PROGRAM WORD...

Node gives the programs that it starts sockets. Under Wine, Node for Windows takes nothing but files, and Python nothing
but pipes.
"""

import subprocess
import sys
import tempfile

streams, *command = sys.argv[1:]
given = sys.stdin.buffer.read()
if streams == "pipes":
    done = subprocess.run(command, input=given, capture_output=True)
    output, errors = done.stdout, done.stderr
else:
    files = [tempfile.TemporaryFile() for _ in range(3)]
    files[0].write(given)
    files[0].seek(0)
    done = subprocess.run(command, stdin=files[0], stdout=files[1], stderr=files[2])
    for file in files:
        file.seek(0)
    output, errors = files[1].read(), files[2].read()
sys.stdout.buffer.write(output)
sys.stderr.buffer.write(errors)
sys.exit(done.returncode)
