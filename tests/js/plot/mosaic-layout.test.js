import assert from "node:assert/strict";
import { test } from "node:test";

import { layOutLayers, layOutRanks, layOutStrip, orderHeads, step } from "../../../static/js/plot/mosaic-layout.js";
import { spans } from "../../../static/js/plot/mosaic-paint.js";

const ROOM = { width: 415, height: 430 };
const heads = (nLayers, nHeads) => Array.from({ length: nLayers * nHeads }, (_, i) => ({ layer: Math.floor(i / nHeads), head: i % nHeads }));

/** Tiles must neither overlap nor leave the layout. */
function checkTiles({ tiles, size, width, height }) {
  const seen = new Set();
  for (const { x, y, layer, head } of tiles) {
    assert.ok(x >= 0 && y >= 0 && x + size <= width && y + size <= height);
    seen.add(`${layer}.${head}`);
  }
  assert.equal(seen.size, tiles.length);
  for (const [place, one] of tiles.entries()) {
    for (const other of tiles.slice(place + 1)) {
      assert.ok(Math.abs(one.x - other.x) >= size || Math.abs(one.y - other.y) >= size);
    }
  }
}

test("every head of every common shape has its place in the room", () => {
  for (const [nLayers, nHeads] of [[1, 1], [6, 12], [12, 12], [30, 9], [24, 16], [3, 4], [48, 25]]) {
    for (const layout of [layOutLayers({ nLayers, nHeads }, ROOM), layOutRanks(heads(nLayers, nHeads), ROOM)]) {
      assert.equal(layout.tiles.length, nLayers * nHeads);
      checkTiles(layout);
      if (layout.size > 8) assert.ok(layout.width <= ROOM.width && layout.height <= ROOM.height + 3);
    }
    checkTiles(layOutStrip(heads(nLayers, nHeads)));
  }
});

test("layers go down, heads across, with a label each", () => {
  const { tiles, labels } = layOutLayers({ nLayers: 6, nHeads: 12 }, ROOM);
  const at = (layer, head) => tiles.find((tile) => tile.layer === layer && tile.head === head);
  assert.equal(at(2, 0).y, at(2, 11).y);
  assert.equal(at(0, 5).x, at(5, 5).x);
  assert.ok(at(3, 0).y > at(2, 0).y && at(0, 1).x > at(0, 0).x);
  assert.deepEqual(labels.filter(({ align }) => align === "right").map(({ text }) => text), ["0", "1", "2", "3", "4", "5"]);
});

test("few heads are large, a tall model is folded", () => {
  assert.equal(layOutLayers({ nLayers: 2, nHeads: 2 }, ROOM).size, 96);
  const tall = layOutLayers({ nLayers: 30, nHeads: 9 }, ROOM);
  assert.ok(tall.tiles.find(({ layer }) => layer === 15).x > tall.tiles.find(({ layer }) => layer === 14).x);
});

test("an order ranks by its number; ties and layer keep the model's order", () => {
  const numbers = [[0.5, 0.1], [0.9, 0.5]];
  const at = (layer, head) => numbers[layer][head];
  const mosaic = { shape: [2, 2, 1, 1], statistics: { entropy_nats: { at }, sink_share: { at }, previous_share: { at }, distance: { at } } };
  const names = (order) => orderHeads(mosaic, order).map(({ layer, head }) => `${layer}.${head}`);
  assert.deepEqual(names("layer"), ["0.0", "0.1", "1.0", "1.1"]);
  assert.deepEqual(names("entropy"), ["0.1", "0.0", "1.1", "1.0"]);
  for (const order of ["sink", "previous", "distance"]) assert.deepEqual(names(order), ["1.0", "0.0", "1.1", "0.1"]);
});

test("arrow keys walk the rows and stop at the edges", () => {
  const layout = layOutLayers({ nLayers: 2, nHeads: 3 }, ROOM);
  assert.equal(step(layout, 0, "ArrowRight"), 1);
  assert.equal(step(layout, 0, "ArrowDown"), 3);
  assert.equal(step(layout, 0, "ArrowLeft"), null);
  assert.equal(step(layout, 4, "ArrowUp"), 1);
  assert.equal(step(layout, 4, "ArrowDown"), null);
  assert.equal(step(layout, 4, "End"), 5);
  assert.equal(step(layout, 4, "Home"), 3);
  assert.equal(step(layout, 4, "x"), null);
});

test("every cell lies under some pixel and every pixel over some cell", () => {
  for (const [cells, pixels] of [[5, 29], [32, 29], [32, 8], [1, 10], [16, 16]]) {
    const covered = spans(cells, pixels);
    assert.equal(covered.length, pixels);
    const seen = new Set(covered.flatMap(([start, stop]) => Array.from({ length: stop - start }, (_, i) => start + i)));
    assert.deepEqual([...seen].sort((a, b) => a - b), Array.from({ length: cells }, (_, i) => i));
  }
});
