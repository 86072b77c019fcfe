// @ts-check
/**
 * Hand text and bytes to the person: the clipboard, a download, a file of the
 * API in another form.
 */

import { LONGEST_ADDRESS, ProblemError } from "./client.js";
import { attentionAddress } from "./requests.js";

/**
 * Copy a text. Outside a secure address (a lab server by plain http) browsers
 * keep the clipboard back, and the old way still works.
 * @param {string} text
 * @returns {Promise<boolean>} whether it is copied
 */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelecting(text);
  }
}

/** @param {string} text */
function copyBySelecting(text) {
  const active = document.activeElement;
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "spoken";
  area.ariaHidden = "true";
  document.body.append(area);
  area.select();
  const isCopied = document.execCommand("copy");
  area.remove();
  if (active instanceof HTMLElement) active.focus({ preventScroll: true });
  return isCopied;
}

/**
 * Save bytes under a name.
 * @param {Blob} blob
 * @param {string} name
 */
export function saveFile(blob, name) {
  const link = document.createElement("a");
  const address = URL.createObjectURL(blob);
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The download has its own hold on the bytes once it has begun.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/**
 * Fetch an answer as a file, as the server writes it.
 * @param {import("../types.js").AttentionRequest & { digits?: number }} request
 * @param {"application/json" | "application/x-npz"} mediaType
 * @returns {Promise<Blob>}
 * @throws {ProblemError}
 */
export async function fetchFile(request, mediaType) {
  const address = attentionAddress(request);
  const isShort = address.length <= LONGEST_ADDRESS;
  const response = isShort
    ? await fetch(address, { headers: { accept: mediaType } })
    : await fetch("/api/v1/attention", {
        method: "POST",
        headers: { accept: mediaType, "content-type": "application/json" },
        body: JSON.stringify(request),
      });
  if (!response.ok) throw new ProblemError(await response.json());
  return await response.blob();
}
