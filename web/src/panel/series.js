// SPDX-License-Identifier: MIT
import { BIN_COUNT, DEVICE } from "../link/layout.js";

/** The data of the plots: a few numbers of every view, ordered by simulated time. */

const CAPACITY = 8192; // views: two minutes of them, far more than a plot shows

const CHANNELS = [
    "time",
    "normalForce",
    "frictionForce",
    "deepest",
    "kinetic",
    "potential",
    "total",
    "stepMedian",
    "stepWorst",
    "wallWork",
    "frictionWork",
];

/** Names of the channels of a device: force felt, and sent. */
export const nameForces = (device) => [`felt${device}`, `sent${device}`];

/** Lower edge of a bin of step times, s. */
export function findBinTime(bin) {
    return 0.25e-6 * 2 ** (bin / 4);
}

/** Time that at least `fraction` of the counted steps do not exceed, s: the upper edge of a bin. */
export function findPercentile(bins, fraction) {
    const total = bins.reduce((sum, count) => sum + count, 0);
    let seen = 0;
    for (let i = 0; i < bins.length; i++) {
        seen += bins[i];
        if (total > 0 && seen >= fraction * total) {
            return findBinTime(i + 1);
        }
    }
    return 0;
}

export class Series {
    constructor() {
        this.bins = new Uint32Array(BIN_COUNT);
        this.fresh = new Uint32Array(BIN_COUNT);
        this.build(0);
    }

    /**
     * Starts again, for a scene with this many devices.
     * @param {Record<string, (number | null)[]>} [history] of a whole recording, by channel
     */
    build(deviceCount, history) {
        this.deviceCount = deviceCount;
        /** Whether these are the samples of a whole recording; then none are added. */
        this.isWhole = history !== undefined;
        if (history) {
            this.load(history);
            return;
        }
        const devices = Array.from({ length: deviceCount }, (_, i) => nameForces(i)).flat();
        this.columns = Object.fromEntries(
            [...CHANNELS, ...devices].map((name) => [name, new Float64Array(CAPACITY)]),
        );
        /** Channels that had a value other than zero at any time. */
        this.seen = new Set();
        this.clear();
    }

    hasSeen(channel) {
        return this.seen.has(channel);
    }

    note(channel, value) {
        // Less would be rounding, in any unit.
        if (Math.abs(value) > 1e-12) {
            this.seen.add(channel);
        }
    }

    load(history) {
        const count = history.time.length;
        // null stands for a value that was not finite in the recording.
        const column = (values) => Float64Array.from(values ?? [], (value) => value ?? NaN);
        this.columns = Object.fromEntries(
            Object.entries(history).map(([name, values]) => [name, column(values)]),
        );
        const { kinetic, potential } = this.columns;
        this.columns.total = kinetic.map((value, i) => value + potential[i]);
        const zeros = new Float64Array(count);
        this.columns.stepMedian = this.columns.stepWorst = zeros;
        this.columns.wallWork ??= zeros;
        this.columns.frictionWork ??= zeros;
        this.count = count;
        this.seen = new Set();
        for (const [name, values] of Object.entries(this.columns)) {
            values.forEach((value) => this.note(name, value));
        }
    }

    clear() {
        this.count = 0;
        this.bins.fill(0);
    }

    /** @param {import("../link/view.js").View} view */
    add(view) {
        if (this.isWhole) {
            return;
        }
        const { time } = this.columns;
        // After a restart or a seek backwards, later samples have not happened yet.
        while (this.count > 0 && time[this.count - 1] > view.time) {
            this.count--;
        }
        if (this.count > 0 && time[this.count - 1] === view.time) {
            return;
        }
        if (this.count === CAPACITY) {
            this.halve();
        }
        const { median, worst } = this.readStepTimes(view.stepTimes);
        const row = [
            view.time,
            view.normalForce,
            view.frictionForce,
            view.deepest,
            view.kineticEnergy,
            view.potentialEnergy,
            view.kineticEnergy + view.potentialEnergy,
            median,
            worst,
            view.ledger.contactSprings + view.ledger.contactDampers, // impacts count as walls
            view.ledger.friction,
        ];
        CHANNELS.forEach((name, k) => {
            this.columns[name][this.count] = row[k];
            this.note(name, row[k]);
        });
        for (let i = 0; i < this.deviceCount; i++) {
            const fields = [DEVICE.felt, DEVICE.sent];
            nameForces(i).forEach((name, k) => {
                const force = i < view.deviceCount ? view.deviceLength(i, fields[k]) : 0;
                this.columns[name][this.count] = force;
                this.note(name, force);
            });
        }
        this.count++;
    }

    /** Drops the older half. */
    halve() {
        const kept = CAPACITY / 2;
        for (const column of Object.values(this.columns)) {
            column.copyWithin(0, CAPACITY - kept);
        }
        this.count = kept;
    }

    /** A view counts all steps so far; its difference to the previous one counts the newest. */
    readStepTimes(bins) {
        const isNew = bins.some((count, i) => count < this.bins[i]);
        for (let i = 0; i < BIN_COUNT; i++) {
            this.fresh[i] = bins[i] - (isNew ? 0 : this.bins[i]);
        }
        this.bins.set(bins);
        return { median: findPercentile(this.fresh, 0.5), worst: findPercentile(this.fresh, 1) };
    }

    /** Index of the first sample at or after `time`. */
    find(time) {
        let [low, high] = [0, this.count];
        while (low < high) {
            const middle = (low + high) >> 1;
            if (this.columns.time[middle] < time) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
