// The formula and the manifests of a release with every target.

import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { others, release, sums, version } from "./release.mjs";

if (others.length > 0) console.log("not tested: the formula and the manifests, which need every target");
else
  test("the formula and the manifests name the archives of this release with their checksums", () => {
    assert.ok(existsSync(join(release, "winget")), "the release has none; make it with `--repository URL`");
    const texts = ["homebrew/shellgate.rb", ...readdirSync(join(release, "winget")).map((name) => `winget/${name}`)];
    assert.equal(texts.length, 4);
    const named = [];
    for (const name of texts) {
      const text = readFileSync(join(release, name), "utf8");
      assert.ok(text.includes(version), name);
      const pairs = text.matchAll(
        /(?:url|InstallerUrl:) "?(\S+?)"?\n\s*(?:sha256|InstallerSha256:) "?([0-9a-f]{64})"?\n/g,
      );
      for (const [, url, sum] of pairs) {
        const file = url.split("/").at(-1);
        assert.equal(sum, sums.get(file), `${name}: ${url}`);
        named.push(file);
      }
    }
    const archives = [...sums.keys()].filter((name) => /\.(tar\.gz|zip)$/.test(name));
    assert.deepEqual(named.sort(), archives.sort());
  });
