// SPDX-License-Identifier: MIT
// A server that speaks the viewer's protocol without the program, for what the program never does
// (broken views) or does not do on demand (a thousand contacts, being full).
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { gunzipSync } from "node:zlib";
import { WebSocketServer } from "ws";
import { STEP, makeSix } from "./cubes.mjs";

const VIEWS_PER_SECOND = 20; // four for each frame of the page (browser.mjs)

const TYPES = { "/": "text/html", "/viewer.js": "text/javascript", "/viewer.css": "text/css" };
const FILES = { "/": "index.html", "/viewer.js": "viewer.js", "/viewer.css": "viewer.css" };

let mockCount = 0;

/**
 * Starts a server on a port, or any free one.
 * @param {object} options {world, token, isFull, isCrowd, name, scenes, missed, port}
 * @returns {Promise<{url: string, port: number, received: object[], sendAll(data): void, stop(): Promise<void>}>}
 */
export async function startMock(options = {}) {
    const world = options.world ?? makeSix();
    const status = {
        paused: false,
        speed: 1,
        rate: 1000,
        wall: 0,
        missed: options.missed ?? 0,
        bins: new Uint32Array(80),
    };
    const name = options.name ?? `mock ${++mockCount}`; // a page keeps its camera if the name of the scene stays the same
    const received = [];
    const root = new URL("../dist/", import.meta.url);
    const isAllowed = (url) => !options.token || url.searchParams.get("token") === options.token;
    const http = createServer(async (request, response) => {
        const url = new URL(request.url, "http://localhost");
        const file = FILES[url.pathname];
        if (!file || (url.pathname === "/" && !isAllowed(url) && request.method === "HEAD")) {
            response.writeHead(file ? 403 : 404).end();
            return;
        }
        const content = gunzipSync(await readFile(new URL(`${file}.gz`, root)));
        response.writeHead(200, { "Content-Type": TYPES[url.pathname] }).end(content);
    });
    const sockets = new WebSocketServer({ noServer: true });
    http.on("upgrade", (request, socket, head) => {
        if (!isAllowed(new URL(request.url, "http://localhost"))) {
            socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
            return;
        }
        sockets.handleUpgrade(request, socket, head, (client) => accept(client));
    });
    const accept = (client) => {
        if (options.isFull) {
            client.close(1013, "the maximum number of viewers is connected");
            return;
        }
        client.send(JSON.stringify(world.scene(name, options.scenes)));
        client.on("message", (text) => obey(JSON.parse(text)));
    };
    const obey = (command) => {
        received.push(command);
        const actions = {
            pause: () => {
                status.paused = command.on;
            },
            step: () => {
                status.paused = true;
                for (let i = 0; i < command.count; i++) world.step();
            },
            speed: () => {
                status.speed = command.value;
            },
            restart: () => world.restart(),
            grab: () =>
                world.grabs.set(0, {
                    body: command.body,
                    point: command.point,
                    target: command.target,
                }),
            move: () => {
                world.grabs.get(0).target = command.target;
            },
            release: () => world.grabs.delete(0),
            steer: () => world.steer(command),
            leave: () => world.leave(),
        };
        actions[command.type]?.();
    };
    const sendAll = (data) =>
        sockets.clients.forEach((client) => client.readyState === 1 && client.send(data));
    let [last, owed] = [performance.now(), 0];
    const timer = setInterval(() => {
        const now = performance.now();
        owed += Math.min(0.1, (now - last) / 1000) * (status.paused ? 0 : status.speed);
        status.wall += (now - last) / 1000;
        last = now;
        if (options.isCrowd && owed >= STEP) {
            world.step();
            owed = 0;
        }
        for (; owed >= STEP; owed -= STEP) {
            const began = performance.now();
            world.step();
            const micros = 1000 * (performance.now() - began);
            status.bins[Math.max(0, Math.min(79, Math.floor(4 * Math.log2(micros / 0.25))))]++;
        }
        sendAll(world.write(status));
    }, 1000 / VIEWS_PER_SECOND);
    await new Promise((resolve) => {
        http.listen(options.port ?? 0, "127.0.0.1", resolve);
    });
    const { port } = http.address();
    return {
        url: `http://127.0.0.1:${port}/`,
        port,
        received,
        world,
        sendAll,
        stop: () => {
            clearInterval(timer);
            sockets.clients.forEach((client) => client.terminate());
            return new Promise((resolve) => {
                http.close(resolve);
                http.closeAllConnections();
            });
        },
    };
}
