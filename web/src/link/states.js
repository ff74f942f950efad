// SPDX-License-Identifier: MIT
/**
 * Contact states as the program names them: the newest ones of a run, all of a recording. They arrive
 * apart from the views and are looked up by the time of a view.
 */

/**
 * @typedef {object} ContactState
 * @property {number} from s
 * @property {number | null} to s; null while it lasts
 * @property {number} a place of the first body in the scene
 * @property {number} b of the second
 * @property {string} text "free" if nothing touches
 * @property {string} motion that led to it
 * @property {number} freedoms
 * @property {{a: {id: string, name: string}, b: {id: string, name: string}}[]} contacts
 * @property {number} frame body in whose frame the free motions are
 * @property {{direction: number[], at?: number[]}[]} free motions; those with a point are rotations
 */

export class States {
    constructor() {
        this.clear();
    }

    clear() {
        /** @type {ContactState[]} in the order in which they began */
        this.list = [];
        /** By pair of bodies. @type {Map<string, ContactState[]>} */
        this.pairs = new Map();
        /** Outlines of elements that touched, by the place of their body. */
        this.bodies = {};
        /** Why there are no states; empty if there are. */
        this.fault = "";
        this.left = [];
    }

    /** @param {object} message as received */
    take(message) {
        this.clear();
        this.list = [...(message.states ?? [])].sort((x, y) => x.from - y.from);
        this.bodies = message.bodies ?? {};
        this.fault = message.fault ?? "";
        this.left = message.left ?? [];
        for (const state of this.list) {
            const key = `${state.a} ${state.b}`;
            this.pairs.set(key, [...(this.pairs.get(key) ?? []), state]);
        }
    }

    /** States in contact at a time, one of each pair at most. */
    findAt(time) {
        return Array.from(this.pairs.values()).flatMap((states) => {
            const state = states.findLast(({ from }) => from <= time) ?? null;
            // The last state of a pair lasts until the end, because no other has begun.
            return state?.contacts.length > 0 ? [state] : [];
        });
    }

    /** The last states begun by a time, newest first, without those from before a restart. */
    findLast(time, count) {
        return this.list
            .filter(({ from }) => from >= 0 && from <= time)
            .slice(-count)
            .reverse();
    }
}

/** "edge foot/right of peg on top of block", for each contact. */
export function describeContacts(state, bodies) {
    const name = (body) => bodies[body]?.name ?? "?";
    return state.contacts.map(
        ({ a, b }) => `${a.name} of ${name(state.a)} on ${b.name} of ${name(state.b)}`,
    );
}

/** "2 freedoms" */
export function describeFreedoms(count) {
    return count === 0 ? "no freedom" : count === 1 ? "1 freedom" : `${count} freedoms`;
}
