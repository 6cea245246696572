// The manifests of winget, followed as it follows them: from the address and the checksum to the command.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { test } from "node:test";
import { answers, identity } from "./answers.mjs";
import { archived, empty, isStartedHere, run, starting } from "./place.mjs";
import { WINDOWS, address, archive, release, repository, sums, tested, version } from "./release.mjs";

const folder = join(release, "winget");
const windows = tested(WINDOWS);

/** The manifest in `name`. */
const manifest = (name) =>
  JSON.parse(run(folder, "ruby", ["-ryaml", "-rjson", "-e", "puts JSON(YAML.safe_load_file(ARGV[0]))", name]).stdout);

if (windows !== undefined && repository === undefined)
  console.log(
    "not tested: the manifests of winget, which need the address of a release; make it with `--repository URL`",
  );
else if (windows !== undefined)
  test("Windows: winget's manifests lead to the archive, and to the program in it", () => {
    const all = readdirSync(folder).map(manifest);
    const types = new Map(all.map((it) => [it.ManifestType, it]));
    assert.deepEqual([...types.keys()].sort(), ["defaultLocale", "installer", "version"]);
    for (const it of all) assert.deepEqual([it.PackageIdentifier, it.PackageVersion], ["Shellgate.Shellgate", version]);
    assert.equal(types.get("version").DefaultLocale, types.get("defaultLocale").PackageLocale);
    for (const name of ["Publisher", "PackageName", "License", "ShortDescription"])
      assert.ok(types.get("defaultLocale")[name], name);

    const { Installers, NestedInstallerFiles, ...installer } = types.get("installer");
    assert.deepEqual([installer.InstallerType, installer.NestedInstallerType], ["zip", "portable"]);
    assert.equal(Installers.length, 1);
    const [{ Architecture, InstallerUrl, InstallerSha256 }] = Installers;
    assert.equal(InstallerUrl, address(windows));
    assert.deepEqual([Architecture, InstallerSha256], ["x64", sums.get(basename(archive(windows)))]);

    const place = empty("winget");
    run(place, "unzip", ["-q", archive(windows)]);
    assert.equal(NestedInstallerFiles.length, 1);
    const [{ RelativeFilePath, PortableCommandAlias }] = NestedInstallerFiles;
    assert.equal(PortableCommandAlias, "shellgate");
    const program = join(place, RelativeFilePath.replaceAll("\\", "/"));
    assert.ok(readFileSync(program).equals(archived(windows)));
    if (!isStartedHere(windows)) return;
    answers(windows, place, starting(windows, program));
    identity(windows, place, starting(windows, program));
  });
