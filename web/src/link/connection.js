// SPDX-License-Identifier: MIT
/**
 * The WebSocket to the simulation. It reconnects by itself when the server is back, and reports why
 * it is not connected.
 */

const FIRST_WAIT = 500; // ms until the first new attempt; doubled with each one
const LONGEST_WAIT = 5000; // ms
const TRY_AGAIN = 1013; // close code of a server that already serves its maximum of viewers

/** @typedef {"connecting"|"open"|"lost"|"refused"|"full"} LinkState */

export class Connection {
    /**
     * @param {object} handlers
     * @param {(state: LinkState) => void} handlers.onState
     * @param {(scene: object) => void} handlers.onScene
     * @param {(buffer: ArrayBuffer) => void} handlers.onView
     * @param {(message: object) => void} handlers.onStates contact states
     * @param {(text: string) => void} handlers.onNotice a sentence for the user
     * @param {(name: string, text: string) => void} handlers.onFile a file that the user asked for
     */
    constructor(handlers) {
        this.handlers = handlers;
        this.token = new URLSearchParams(location.search).get("token") ?? "";
        this.wait = FIRST_WAIT;
        this.socket = null;
        this.isOpen = false;
    }

    get query() {
        return this.token ? `?token=${encodeURIComponent(this.token)}` : "";
    }

    connect() {
        this.handlers.onState("connecting");
        const scheme = location.protocol === "https:" ? "wss" : "ws";
        const socket = new WebSocket(`${scheme}://${location.host}/ws${this.query}`, "volar");
        socket.binaryType = "arraybuffer";
        this.socket = socket;
        socket.onmessage = (event) => {
            // Open only now: a server with too many viewers accepts a connection to refuse it.
            if (!this.isOpen) {
                this.isOpen = true;
                this.wait = FIRST_WAIT;
                this.handlers.onState("open");
            }
            this.receive(event.data);
        };
        socket.onclose = (event) => this.closed(event);
    }

    receive(data) {
        if (typeof data !== "string") {
            this.handlers.onView(data);
            return;
        }
        let message = null;
        try {
            message = JSON.parse(data);
        } catch {
            console.warn("volar: a message that is not JSON was ignored");
            return;
        }
        if (message?.type === "scene") {
            this.handlers.onScene(message);
        } else if (message?.type === "states") {
            this.handlers.onStates(message);
        } else if (message?.type === "notice") {
            this.handlers.onNotice(String(message.text));
        } else if (message?.type === "file") {
            this.handlers.onFile(String(message.name), String(message.text));
        } else {
            console.warn(`volar: a message of unknown type was ignored: ${message?.type}`);
        }
    }

    /** @param {CloseEvent} event */
    async closed(event) {
        const wasOpen = this.isOpen;
        this.isOpen = false;
        if (event.reason) {
            console.warn(`volar: the server closed the connection: ${event.reason}`);
        }
        const state =
            event.code === TRY_AGAIN ? "full" : wasOpen ? "lost" : await this.findReason();
        this.handlers.onState(state);
        setTimeout(() => this.connect(), this.wait);
        this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
    }

    /** A browser hides why a WebSocket was refused; requesting the page with the token shows it. */
    async findReason() {
        try {
            const answer = await fetch(`/${this.query}`, { method: "HEAD", cache: "no-store" });
            return answer.status === 403 ? "refused" : "lost";
        } catch {
            return "lost";
        }
    }

    /** @param {object} command as in docs/viewer.md; dropped while there is no connection */
    send(command) {
        if (this.isOpen) {
            this.socket.send(JSON.stringify(command));
        }
    }
}

/**
 * Calls `action` with the newest value at once, then at most `rate` times a second; the last value
 * always arrives.
 */
export function throttle(rate, action) {
    const gap = 1000 / rate;
    let timer = 0;
    let last = -Infinity;
    let newest;
    const fire = () => {
        timer = 0;
        last = performance.now();
        action(newest);
    };
    const offer = (value) => {
        newest = value;
        if (!timer) {
            const wait = last + gap - performance.now();
            if (wait <= 0) {
                fire();
            } else {
                timer = setTimeout(fire, wait);
            }
        }
    };
    offer.cancel = () => {
        clearTimeout(timer);
        timer = 0;
    };
    return offer;
}
