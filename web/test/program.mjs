// SPDX-License-Identifier: MIT
// The real program, serving on loopback.
import { spawn, spawnSync } from "node:child_process";

const program = process.env.VOLAR_PROGRAM;
const START_TIME = 60000; // ms until it must have printed its address, on a loaded machine

/** Starts the program and waits until it has printed an address that `pattern` finds. */
async function start(args, pattern) {
    const child = spawn(program, args, { stdio: ["ignore", "ignore", "pipe"] });
    let printed = "";
    const url = await new Promise((resolve, reject) => {
        const timer = setTimeout(
            () => reject(new Error(`no address within 60 s: ${printed}`)),
            START_TIME,
        );
        child.stderr.on("data", (data) => {
            printed += data;
            const found = printed.match(pattern);
            if (found) {
                clearTimeout(timer);
                resolve(found[0]);
            }
        });
        child.on("exit", (code) => reject(new Error(`ended with ${code}: ${printed}`)));
    });
    return {
        url,
        port: Number(new URL(url).port),
        stop: () =>
            new Promise((resolve) => {
                child.once("exit", resolve);
                child.kill("SIGINT");
            }),
    };
}

/**
 * Starts `volar ...` with a viewer.
 * @param {string[]} args
 * @param {number} port 0: any free one
 * @returns {Promise<{url: string, port: number, stop(): Promise<void>}>}
 */
export function startProgram(args, port = 0) {
    return start([...args, `--viewer=127.0.0.1:${port}`], /http:\/\/127\.0\.0\.1:\d+\//);
}

/** Starts `volar haply-server ...` on a free port. */
export function startHaplyServer(args) {
    return start(["haply-server", "--port", "0", ...args], /ws:\/\/127\.0\.0\.1:\d+\//);
}

/** Runs `volar ...` to its end. */
export function runProgram(args) {
    const { status, stderr } = spawnSync(program, args, { encoding: "utf8" });
    if (status !== 0) {
        throw new Error(`volar ${args.join(" ")}: ${status} ${stderr}`);
    }
}

/** Starts `volar zwidth ...` with the page of its map. */
export function startMap(args) {
    return start(["zwidth", ...args, "--viewer", "--port", "0"], /http:\/\/127\.0\.0\.1:\d+\//);
}
