import assert from "node:assert/strict";
import { test } from "node:test";

import { askEvents, makeEventReader } from "../../../static/js/api/events.js";

test("events are read however the network cuts them", () => {
  const text = 'event: start\ndata: {"a":1}\n\n: a comment\n\nevent: step\ndata: {"b":\ndata: "é"}\n\r\nevent: end\r\ndata: 0\r\n\r\n';
  const expected = [{ name: "start", data: { a: 1 } }, { name: "step", data: { b: "é" } }, { name: "end", data: 0 }];
  for (const size of [1, 2, 7, text.length]) {
    const take = makeEventReader();
    const events = [];
    for (let at = 0; at < text.length; at += size) events.push(...take(text.slice(at, at + size)));
    assert.deepEqual(events, expected, `${size} letters at a time`);
  }
});

/** Answer as a server would, cut inside a character. */
function serve(text, status = 200) {
  const bytes = new TextEncoder().encode(text);
  const parts = Array.from(bytes, (_, at) => bytes.slice(at, at + 1));
  const body = new ReadableStream({ start: (stream) => { parts.forEach((part) => stream.enqueue(part)); stream.close(); } });
  globalThis.fetch = async () => new Response(body, { status, headers: { "content-type": "text/event-stream" } });
}

async function gather() {
  const events = [];
  for await (const event of askEvents("/generations", {}, new AbortController().signal)) events.push(event);
  return events;
}

test("a stream gives its events, letters of several bytes whole", async () => {
  serve('event: step\ndata: {"text":" 💩é"}\n\n');
  assert.deepEqual(await gather(), [{ name: "step", data: { text: " 💩é" } }]);
});

test("a problem is thrown, before the first event or after it", async () => {
  serve('event: start\ndata: {}\n\nevent: problem\ndata: {"code":"deadline_exceeded","title":"Too slow","detail":"d"}\n\n');
  await assert.rejects(gather, (error) => error.problem.code === "deadline_exceeded");
  serve('{"code":"busy","title":"Busy","detail":"d","hint":"later"}', 503);
  await assert.rejects(gather, (error) => error.problem.code === "busy" && error.problem.hint === "later");
});
