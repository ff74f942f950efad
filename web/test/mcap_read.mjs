// SPDX-License-Identifier: MIT
// Reads an MCAP file of `volar export --mcap` in full with the reference reader, from start to end
// and through its index, and checks that both see the same, that every message is JSON with the
// fields its schema names, and that times never go back. Prints what it found as JSON.
//
// usage: node mcap_read.mjs FILE

import { readFile } from "node:fs/promises";
import assert from "node:assert/strict";
import { McapIndexedReader, McapStreamReader } from "@mcap/core";

// Checks that a value has every property of the schema, with its type, and so have the items of lists.
function checkAgainst(schema, value, where) {
    if (schema.type === "object" && schema.properties !== undefined) {
        assert.equal(typeof value, "object", where);
        for (const [key, inner] of Object.entries(schema.properties)) {
            assert.ok(key in value, `${where}.${key} is missing`);
            checkAgainst(inner, value[key], `${where}.${key}`);
        }
    } else if (schema.type === "array") {
        assert.ok(Array.isArray(value), where);
        value.forEach((item, i) => checkAgainst(schema.items, item, `${where}[${i}]`));
    } else if (schema.type === "integer") {
        assert.ok(Number.isInteger(value) && value >= (schema.minimum ?? -Infinity), where);
        assert.ok(value <= (schema.maximum ?? Infinity), where);
    } else if (schema.type !== "object") {
        assert.equal(typeof value, schema.type, where);
    }
}

function streamAll(bytes) {
    const reader = new McapStreamReader({ validateCrcs: true });
    reader.append(bytes);
    const found = { schemas: new Map(), channels: new Map(), messages: [], statistics: undefined };
    for (let record; (record = reader.nextRecord());) {
        if (record.type === "Schema") {
            found.schemas.set(record.id, record);
        } else if (record.type === "Channel") {
            found.channels.set(record.id, record);
        } else if (record.type === "Message") {
            found.messages.push(record);
        } else if (record.type === "Statistics") {
            found.statistics = record;
        }
    }
    assert.ok(reader.done(), "the file does not end with its footer");
    return found;
}

async function indexAll(bytes) {
    const readable = {
        size: async () => BigInt(bytes.byteLength),
        read: async (offset, size) =>
            new Uint8Array(bytes.buffer, bytes.byteOffset + Number(offset), Number(size)),
    };
    const reader = await McapIndexedReader.Initialize({ readable });
    const messages = [];
    for await (const message of reader.readMessages({ validateCrcs: true })) {
        messages.push(message);
    }
    return { reader, messages };
}

const bytes = await readFile(process.argv[2]);
const { schemas, channels, messages, statistics } = streamAll(bytes);
const indexed = await indexAll(bytes);
const decoder = new TextDecoder("utf-8", { fatal: true });
const counts = {};
const last = {};
const frames = new Set();
const entities = new Set();

assert.equal(indexed.messages.length, messages.length, "the index misses messages");
assert.equal(statistics.messageCount, BigInt(messages.length));
assert.equal(statistics.chunkCount, indexed.reader.chunkIndexes.length);
for (const message of messages) {
    const channel = channels.get(message.channelId);
    const schema = schemas.get(channel.schemaId);
    assert.equal(channel.messageEncoding, "json");
    assert.equal(schema.encoding, "jsonschema");
    const value = JSON.parse(decoder.decode(message.data));
    checkAgainst(JSON.parse(decoder.decode(schema.data)), value, channel.topic);
    assert.ok(message.logTime >= (last[channel.topic] ?? 0n), `${channel.topic} goes back in time`);
    last[channel.topic] = message.logTime;
    counts[channel.topic] = (counts[channel.topic] ?? 0) + 1;
    for (const transform of value.transforms ?? []) {
        frames.add(transform.child_frame_id);
        const { x, y, z, w } = transform.rotation;
        assert.ok(Math.abs(Math.hypot(x, y, z, w) - 1) < 1e-6, "a rotation is not of unit length");
    }
    for (const entity of value.entities ?? []) {
        entities.add(entity.frame_id);
        for (const { points, indices } of entity.triangles) {
            assert.ok(indices.length > 0 && indices.length % 3 === 0);
            assert.ok(indices.every((i) => i < points.length));
        }
    }
}
for (const [id, count] of statistics.channelMessageCounts) {
    assert.equal(count, BigInt(counts[channels.get(id).topic] ?? 0));
}
assert.ok(
    [...entities].every((id) => frames.has(id)),
    "a shape has no frame",
);
console.log(
    JSON.stringify({
        topics: counts,
        bodies: entities.size,
        seconds: Number(statistics.messageEndTime) / 1e9,
        chunks: statistics.chunkCount,
    }),
);
