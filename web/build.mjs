// SPDX-License-Identifier: MIT
// Bundles the page into dist/, compressed as the server sends it. Called by scripts/build-web.
//
//   node build.mjs           writes dist/
//   node build.mjs --check   writes nothing; names the files of dist/ that differ from the build and exits 1
//
// The same sources and packages (package-lock.json) give the same bytes on every machine.
import { createHash } from "node:crypto";
import { mkdir, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import { gunzipSync, gzipSync } from "node:zlib";
import { build } from "esbuild";

const here = new URL("./", import.meta.url);
const dist = new URL("dist/", here);
const LIST = "sources.sha256";
const OS_BYTE = 9; // of a gzip header: zlib writes its platform there

/** The bundle of an entry point, and the names of our files in it. */
async function bundle(entry) {
    const result = await build({
        absWorkingDir: new URL(".", here).pathname,
        entryPoints: [entry],
        bundle: true,
        minify: true,
        write: false,
        metafile: true,
        format: "esm",
        target: "es2022",
        legalComments: "inline", // the licence of what is bundled
    });
    const inputs = Object.keys(result.metafile.inputs).filter((name) => !name.startsWith("node_modules/"));
    return { content: Buffer.from(result.outputFiles[0].contents), inputs };
}

/** Lines like those of sha256sum; cmake/embed.cmake reads them to notice that sources have changed since. */
async function listSources(names) {
    const lines = [];
    for (const name of [...new Set(names)].sort()) {
        const hash = createHash("sha256").update(await readFile(new URL(name, here))).digest("hex");
        lines.push(`${hash}  ${name}\n`);
    }
    return Buffer.from(lines.join(""));
}

/** What dist/ should hold: a map from names of files to their content. */
async function makeAll() {
    const css = await bundle("style.css");
    const js = await bundle("src/main.js");
    const mapCss = await bundle("map.css");
    const mapJs = await bundle("src/map/main.js");
    const inputs = [css, js, mapCss, mapJs].flatMap((part) => part.inputs);
    return new Map([
        ["index.html.gz", await readFile(new URL("index.html", here))],
        ["map.css.gz", mapCss.content],
        ["map.html.gz", await readFile(new URL("map.html", here))],
        ["map.js.gz", mapJs.content],
        ["viewer.css.gz", css.content],
        ["viewer.js.gz", js.content],
        [LIST, await listSources(["build.mjs", "index.html", "map.html", "package-lock.json", ...inputs])],
    ]);
}

/** The uncompressed content of a file of dist/; null if it is missing or damaged. */
async function readBuilt(name) {
    try {
        const bytes = await readFile(new URL(name, dist));
        return name.endsWith(".gz") ? gunzipSync(bytes) : bytes;
    } catch {
        return null;
    }
}

/** Writes under another name first, so that nobody reads half a file. */
async function save(name, content) {
    let bytes = content;
    if (name.endsWith(".gz")) {
        bytes = gzipSync(content, { level: 9 });
        bytes[OS_BYTE] = 255; // unknown
    }
    const part = new URL(`${name}.part`, dist);
    await writeFile(part, bytes);
    await rename(part, new URL(name, dist));
}

await mkdir(dist, { recursive: true });
const isCheck = process.argv.includes("--check");
const wanted = await makeAll();
const faults = [];
for (const [name, content] of wanted) {
    // A file with this content stays as it is, because another version of zlib may compress to other bytes.
    if ((await readBuilt(name))?.equals(content)) {
        continue;
    }
    faults.push(name);
    if (!isCheck) {
        await save(name, content);
    }
}
for (const name of await readdir(dist)) {
    if (!wanted.has(name)) {
        faults.push(name);
        if (!isCheck) {
            await rm(new URL(name, dist));
        }
    }
}
if (isCheck && faults.length > 0) {
    console.error(`web/dist is not the build of web/: ${faults.join(", ")}; run scripts/build-web and commit web/dist`);
    process.exitCode = 1;
}
