// SPDX-License-Identifier: MIT
// Bundles the page into dist/, compressed as the server sends it. Called by scripts/build-web.
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const here = new URL("./", import.meta.url);
const target = "es2022";

/** Under another name first: whoever looks never sees half a file. */
async function save(name, content) {
    const path = new URL(`dist/${name}.gz`, here);
    const part = new URL(`dist/${name}.gz.part`, here);
    await writeFile(part, gzipSync(content, { level: 9 }));
    await rename(part, path);
}

async function bundle(entry) {
    const result = await build({
        absWorkingDir: new URL(".", here).pathname,
        entryPoints: [entry],
        bundle: true,
        minify: true,
        write: false,
        format: "esm",
        target,
        legalComments: "inline", // the licence of what is bundled
    });
    return result.outputFiles[0].contents;
}

await mkdir(new URL("dist/", here), { recursive: true });
await save("viewer.css", await bundle("style.css"));
await save("viewer.js", await bundle("src/main.js"));
// Last: its time is the time of the build.
await save("index.html", await readFile(new URL("index.html", here)));
