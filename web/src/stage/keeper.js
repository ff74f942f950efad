// SPDX-License-Identifier: MIT
import { Vector3 } from "three";

/**
 * Keeps what the user sees in the picture. A body that travels towards the edge takes the camera along,
 * as fast as it goes itself, and bodies that part make it step back. A body that the user has left
 * outside is not fetched.
 */

const EDGE = 0.02; // of the picture: nearer to its edge a body is about to leave
const MIDDLE = 0.3; // the camera brings such bodies at least this far inside, if it can
const ROOM = 0.08; // and otherwise this far
const TIME = 0.35; // s in which the camera makes two thirds of its way
const CHECK = 100; // ms
const FARTHEST = 3; // times the first distance: what would need more is let go
const NEAR = 1e-3; // of the distance: so little is left of a way that it has ended
const PACE = 0.1; // distances per second: bodies that travel faster take the camera along without a pause

/**
 * How a camera must move so that points stay inside the two opposite sides of its picture.
 * @param {{aside: number, depth: number}[]} points along an axis of the picture and away from the camera
 * @param {number} tangent of half the angle that they must stay within
 * @returns {{lows: number, highs: number, sine: number, cosine: number}} by how much they are outside
 */
function measureSides(points, tangent) {
    const cosine = 1 / Math.hypot(1, tangent);
    const sine = tangent * cosine;
    let [lows, highs] = [-Infinity, -Infinity];
    for (const { aside, depth } of points) {
        lows = Math.max(lows, -aside * cosine - depth * sine);
        highs = Math.max(highs, aside * cosine - depth * sine);
    }
    return { lows, highs, sine, cosine };
}

/** The least step back with which both sides can be kept; below 0, a step forward. */
const findBack = ({ lows, highs, sine }) => (lows + highs) / (2 * sine);

/** The least step aside after a step back; between the two sides if it cannot keep both. */
function findAside({ lows, highs, sine, cosine }, back) {
    const least = (highs - back * sine) / cosine;
    const most = (back * sine - lows) / cosine;
    return least > most ? (least + most) / 2 : Math.min(most, Math.max(least, 0));
}

export class Keeper {
    /**
     * @param {import("./eye.js").Eye} eye
     * @param {import("./bodies.js").Bodies} bodies
     */
    constructor(eye, bodies) {
        this.eye = eye;
        this.bodies = bodies;
        /** Places of the bodies that are kept in the picture: those that move, and those that do not. */
        this.kept = [];
        this.scenery = [];
        this.wasBusy = false;
        this.checked = -Infinity;
        this.moved = 0;
        /** How far away the camera was from them, by their places, and from its target. */
        this.depths = new Map();
        this.chosenAt = 1;
        /** Where the camera was then, and whether there was anything to see that does not move. */
        this.home = null;
        /** Where the middle of the kept bodies was in the last picture; null: others were kept then. */
        this.middle = null;
        this.pace = 0; // m/s, of that middle
        /**
         * What is left of the camera's way, besides going as the bodies do: along with them, and back
         * from them, m; null: it stays.
         */
        this.way = null;
        this.firstDistance = 1;
    }

    /** The camera is where it will be for a new scene. */
    build() {
        this.firstDistance = this.eye.distance;
        this.way = null;
        this.choose();
    }

    /** Keeps from now on what is in sight: of what moves the centres, of the rest everything. */
    choose() {
        const { stage } = this.eye;
        const isSeen = (point) => {
            const { x, y, z } = stage.project(point);
            return x > 0 && x < stage.width && y > 0 && y < stage.height && z < 1;
        };
        const solids = this.bodies.infos.flatMap((_, i) => (this.bodies.slots[i] ? [i] : []));
        const isStatic = (i) => this.bodies.infos[i].type === "static";
        this.kept = solids.filter((i) => !isStatic(i) && isSeen(this.bodies.findCentre(i)));
        this.scenery = solids.filter(
            (i) => isStatic(i) && this.bodies.listCornersOf(i).every(isSeen),
        );
        this.middle = null;
        this.depths = new Map(this.kept.map((i) => [i, this.findDepth(i)]));
        this.chosenAt = this.eye.distance;
        this.home = {
            position: this.eye.camera.position.clone(),
            target: this.eye.controls.target.clone(),
            hasScenery: this.scenery.length > 0,
        };
    }

    findDepth(i) {
        const { forward } = this.eye.findAxes();
        return this.bodies.findCentre(i).sub(this.eye.camera.position).dot(forward);
    }

    /** By how much the bodies have gone away from the camera, which was not its own doing. */
    findAdvance() {
        const sum = this.kept.reduce((all, i) => all + this.findDepth(i) - this.depths.get(i), 0);
        return sum / this.kept.length - (this.eye.distance - this.chosenAt);
    }

    /**
     * Once per picture.
     * @param {boolean} mayMove false while a hand pulls at a place of the picture
     */
    update(mayMove) {
        const now = performance.now();
        const seconds = Math.min(0.25, (now - this.moved) / 1000);
        this.moved = now;
        // Bodies of a new scene, or in a hand, take nothing along.
        const shift = mayMove ? this.findShift(seconds) : null;
        this.middle = mayMove ? this.middle : null;
        if (this.eye.isBusy) {
            this.wasBusy = true;
            this.way = null;
            return;
        }
        if (this.wasBusy) {
            this.wasBusy = false;
            this.choose();
        }
        if (mayMove && this.way) {
            this.eye.carry(shift);
        }
        if (mayMove && now - this.checked > CHECK) {
            this.checked = now;
            this.plan();
        }
        if (mayMove && this.way) {
            this.go(1 - Math.exp(-seconds / TIME));
        }
    }

    findMiddle() {
        return this.kept
            .reduce((sum, i) => sum.add(this.bodies.findCentre(i)), new Vector3())
            .divideScalar(Math.max(1, this.kept.length));
    }

    /** By how much the middle of the kept bodies has moved since the last picture. */
    findShift(seconds) {
        const middle = this.findMiddle();
        const shift = this.middle ? middle.clone().sub(this.middle) : new Vector3();
        this.pace = seconds > 0 ? shift.length() / seconds : 0;
        this.middle = middle;
        return shift;
    }

    keepOnly(bodies) {
        if (bodies.length < this.kept.length) {
            this.kept = bodies;
            this.middle = null;
        }
    }

    /** The camera sets out when something is about to leave, and then brings it well inside. */
    plan() {
        // What is far away is let go, unless there is nothing else to see.
        const here = this.kept.filter((i) => !this.bodies.hasLeft[i]);
        if (here.length === 0 && this.kept.length > 0 && this.home.hasScenery) {
            this.goHome();
            return;
        }
        this.keepOnly(here.length > 0 ? here : this.kept);
        const moving = this.listPoints(this.kept);
        if (moving.length === 0) {
            this.way = null;
            return;
        }
        if (!this.way && this.isInside(moving, EDGE)) {
            return;
        }
        // The camera goes forward with bodies that travel away from it, and back before those that come.
        let points = this.listAll();
        const { distance } = this.eye;
        const most = FARTHEST * this.firstDistance - distance;
        while (this.scenery.length + this.kept.length > 1 && this.findStep(points) > most) {
            this.dropOne();
            points = this.listAll();
        }
        // Forward only on the way back to the distance at which it began.
        const closer = Math.min(0, this.firstDistance - distance);
        const back = Math.min(Math.max(0, most), Math.max(closer, this.findStep(points)));
        const { right, up, forward } = this.eye.findAxes();
        const along = new Vector3()
            .addScaledVector(right, findAside(this.measure(points, "right", MIDDLE), back))
            .addScaledVector(up, findAside(this.measure(points, "up", MIDDLE), back))
            .addScaledVector(forward, this.findAdvance());
        const isThere =
            along.length() + Math.abs(back) < NEAR * distance && this.pace < PACE * distance;
        this.way = isThere ? null : { along, back };
    }

    /** Everything that moved is gone: back to where the rest of the scene is. */
    goHome() {
        this.keepOnly([]);
        this.way = null;
        this.eye.glideTo(this.home.position, this.home.target);
    }

    /** Corners of everything that is kept, as the camera will see them from where it goes along. */
    listAll() {
        const advance = this.findAdvance();
        return this.listPoints([...this.kept, ...this.scenery]).map((point) => ({
            ...point,
            depth: point.depth - advance,
        }));
    }

    /** The step back that shows all points with some room around them. */
    findStep(points) {
        return Math.max(
            findBack(this.measure(points, "right", ROOM)),
            findBack(this.measure(points, "up", ROOM)),
        );
    }

    /** Lets the scenery go or, if there is none, the body that is farthest from the others. */
    dropOne() {
        if (this.scenery.length > 0) {
            this.scenery = [];
            return;
        }
        const middle = this.findMiddle();
        const ways = this.kept.map((i) => this.bodies.findCentre(i).distanceTo(middle));
        const farthest = ways.indexOf(Math.max(...ways));
        this.keepOnly(this.kept.filter((_, k) => k !== farthest));
    }

    go(share) {
        this.eye.carry(this.way.along.clone().multiplyScalar(share));
        this.eye.stretch(1 + (share * this.way.back) / this.eye.distance);
        this.way.along.multiplyScalar(1 - share);
        this.way.back *= 1 - share;
    }

    /** By how much points are outside the picture without a margin, along "right" or "up". */
    measure(points, name, margin) {
        const { camera } = this.eye;
        const half = Math.tan((camera.fov * Math.PI) / 360) * (1 - margin);
        return measureSides(
            points.map((point) => ({ aside: point[name], depth: point.depth })),
            name === "right" ? half * camera.aspect : half,
        );
    }

    isInside(points, margin) {
        return ["right", "up"].every((name) => {
            const { lows, highs } = this.measure(points, name, margin);
            return lows <= 0 && highs <= 0;
        });
    }

    /** Corners of boxes around bodies, as the camera sees them. */
    listPoints(bodies) {
        const { right, up, forward } = this.eye.findAxes();
        const eye = this.eye.camera.position;
        return bodies
            .flatMap((i) => this.bodies.listCornersOf(i))
            .map((corner) => {
                const ray = corner.sub(eye);
                return { right: ray.dot(right), up: ray.dot(up), depth: ray.dot(forward) };
            });
    }
}
