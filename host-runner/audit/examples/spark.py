"""Decides a column of commands on Spark: one `shellgate check --jsonl` for each partition.

    spark-submit spark.py LOG.jsonl POLICY.json

LOG has a JSON object on each line, with `command` and, where it is known, `cwd`. Each executor needs `shellgate` on its path
and the policy at the same place. Tried with Spark 4.3.0, pandas 3.1.1
and Java 17.
"""

import json
import subprocess
import sys
import threading
from collections.abc import Iterator

import pandas
from pyspark.sql import DataFrame, SparkSession

LOG, POLICY = sys.argv[1:3]

# A log has no disk to look at: no path is a link, and no directory a bare repository.
FACTS = {"noSymbolicLinks": True, "bareRepository": False}

COMMAND = ["shellgate", "check", "--jsonl", "--policy", POLICY]


def decide(batches: Iterator[pandas.DataFrame]) -> Iterator[pandas.DataFrame]:
    """The rows with a decision and the code of its reason. The program starts once for all batches of a partition."""
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as gate:
        for batch in batches:
            # A thread writes: the program answers while it reads, and neither may wait for the other.
            writer = threading.Thread(target=ask, args=(gate.stdin, batch))
            writer.start()
            verdicts = [json.loads(gate.stdout.readline()) for _ in range(len(batch))]
            writer.join()
            yield batch.assign(
                decision=[verdict.get("decision", "error") for verdict in verdicts],
                code=[verdict.get("reason", {}).get("code", "") for verdict in verdicts],
            )
        gate.stdin.close()


def ask(stdin, batch: pandas.DataFrame) -> None:
    for command, cwd in zip(batch["command"], batch["cwd"]):
        stdin.write(json.dumps({"command": command, "cwd": cwd or None, "facts": FACTS}) + "\n")
    stdin.flush()


def distinct(log: DataFrame) -> DataFrame:
    """Each distinct command once, with its number."""
    return log.groupBy("command", "cwd").count()


if __name__ == "__main__":
    spark = SparkSession.builder.appName("shellgate").getOrCreate()
    log = spark.read.schema("command string, cwd string").json(LOG)
    decided = distinct(log).mapInPandas(decide, "command string, cwd string, count long, decision string, code string")
    decided.groupBy("decision", "code").sum("count").orderBy("sum(count)", ascending=False).show(50, False)
