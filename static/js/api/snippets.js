// @ts-check
/**
 * Write the view as something to run elsewhere: an address, curl, Python.
 */

import { LONGEST_ADDRESS } from "./client.js";
import { attentionAddress, focusRequest } from "./requests.js";

/**
 * @typedef {import("../types.js").View} View
 * @typedef {import("../types.js").AttentionRequest} AttentionRequest
 * @typedef {import("../types.js").Token} Token
 */

/** More cells than this are pooled in a file: the server sends no more as JSON. */
export const MOST_CELLS = 4_000_000;
const POOLED_SIDE = 512;

/**
 * Ask for what is on screen: the head in focus, or the window zoomed to.
 * @param {View} view
 * @param {object} shown
 * @param {readonly Token[]} shown.queryTokens of the whole answer
 * @param {readonly Token[]} shown.keyTokens
 * @param {{ rowStart: number, rowStop: number, columnStart: number, columnStop: number }} shown.window
 * @returns {AttentionRequest}
 */
export function viewRequest(view, { queryTokens, keyTokens, window }) {
  const { pool: _pool, encoding: _encoding, ...request } = focusRequest(view);
  const { rowStart, rowStop, columnStart, columnStop } = window;
  const isZoomed = rowStop - rowStart < queryTokens.length || columnStop - columnStart < keyTokens.length;
  // Ranges count all positions, hidden ones too: tokens know theirs.
  const ranges = {
    rows: /** @type {[number, number]} */ ([queryTokens[rowStart].index, queryTokens[rowStop - 1].index + 1]),
    columns: /** @type {[number, number]} */ ([keyTokens[columnStart].index, keyTokens[columnStop - 1].index + 1]),
  };
  const cells = (rowStop - rowStart) * (columnStop - columnStart);
  return { ...request, ...(isZoomed ? ranges : {}), ...(cells > MOST_CELLS ? { pool: POOLED_SIDE } : {}) };
}

/**
 * Quote for a POSIX shell.
 * @param {string} text
 */
const shellQuote = (text) => `'${text.replaceAll("'", "'\\''")}'`;

/**
 * Write a curl command; a long text goes into the body.
 * @param {AttentionRequest} request
 * @param {string} origin such as "http://127.0.0.1:8000"
 */
export function toCurl(request, origin) {
  const address = attentionAddress(request);
  if (address.length <= LONGEST_ADDRESS) return `curl ${shellQuote(origin + address)}`;
  const body = shellQuote(JSON.stringify(request));
  return `curl ${shellQuote(`${origin}/api/v1/attention`)} \\\n  -H 'content-type: application/json' \\\n  --data-binary ${body}`;
}

/**
 * Write a value as Python does.
 * @param {unknown} value
 * @returns {string}
 */
export function toPython(value) {
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) return `[${value.map(toPython).join(", ")}]`;
  return JSON.stringify(value);
}

/**
 * Write a Python script that fetches the view and prints what each row looks at.
 * @param {AttentionRequest} request
 * @param {string} origin
 */
export function toPythonScript(request, origin) {
  const fields = Object.entries(request).map(([name, value]) => `    ${toPython(name)}: ${toPython(value)},`);
  const name = request.quantity ?? "weights";
  return `import httpx

request = {
${fields.join("\n")}
}
response = httpx.post(${toPython(`${origin}/api/v1/attention`)}, json=request, timeout=60)
response.raise_for_status()
answer = response.json()

${name} = answer["attention"]["data"][0][0]  # [query][key]; None where masked
keys = answer["key_tokens"]
factor = answer["pool"]["factor"] if answer["pool"] else 1  # tokens a cell
for cell, row in enumerate(${name}):
    query = answer["query_tokens"][cell * factor]
    allowed = [key for key, value in enumerate(row) if value is not None]
    if not allowed:
        continue
    best = max(allowed, key=row.__getitem__)
    print(f"{query['text']:>16} -> {keys[best * factor]['text']:<16} {row[best]:.3f}")
`;
}

/**
 * Name the file of a view.
 * @param {View} view
 * @param {string} extension
 */
export function fileName(view, extension) {
  const model = slug(view.model) || "model";
  const part = view.part === null ? "" : `-${view.part}`;
  const merged = view.merge === "words" ? "-words" : "";
  const adapter = view.adapter === null ? "" : `-${slug(view.adapter)}-${view.strength}`;
  const zoom = view.zoom === null ? "" : `-${view.zoom.replaceAll(":", "-").replace(",", "-by-")}`;
  return `headlight-${model}${part}-layer${view.layer}-head${view.head}-${view.quantity}${merged}${adapter}${zoom}.${extension}`;
}

/** @param {string} name */
const slug = (name) => name.replace(/[^a-z0-9.]+/gi, "-").replace(/^[-.]+|-+$/g, "");
