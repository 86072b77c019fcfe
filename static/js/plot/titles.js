// @ts-check
/**
 * Name heads and parts in words. Pure; `app/page_parts.py` has the same names.
 */

/**
 * @typedef {import("../types.js").Part} Part
 * @typedef {import("../types.js").Decoded} Decoded
 */

/** @type {Record<Part, {name: string, title: string, says: string}>} */
const PARTS = {
  encoder: { name: "Encoder", title: "Encoder attention", says: "Read a row: the source token on the left looks at the source." },
  decoder: {
    name: "Decoder",
    title: "Decoder attention",
    says: "Each row: a target token looks at the target so far, never ahead.",
  },
  cross: { name: "Cross", title: "Cross attention", says: "Each row: a target token looks at the source." },
  joint: {
    name: "Joint",
    title: "Joint picture",
    says: "Three attentions in one matrix. A target row holds two distributions, one over the source and one over the target: it adds up to 2.",
  },
};

/** @param {Part} part */
export const partName = (part) => PARTS[part].name;

/** Say who looks at whom. @param {Part} part */
export const partLine = (part) => PARTS[part].says;

/**
 * Name a head: of models with several kinds of attention, the kind as well;
 * where there is one head, only that.
 * @param {{part: Part|null, layer: number, head: number, isSingle?: boolean}} place part
 *   null where there is one kind
 */
export function headTitle({ part, layer, head, isSingle = false }) {
  const place = `layer ${layer}, head ${head}`;
  if (part === null) return `L${place.slice(1)}`;
  return isSingle ? PARTS[part].title : `${PARTS[part].title}, ${place}`;
}

/** Name the head of an answer. @param {Decoded} focus @param {boolean} [isSingle] */
export function titleOf({ answer, view }, isSingle = false) {
  return headTitle({ part: view.part, layer: answer.layers[0], head: answer.heads[0], isSingle });
}

/**
 * Say with which adapter a head is drawn, as the end of a line; empty without one.
 * @param {Pick<import("../types.js").View, "adapter"|"strength">} view
 */
export function adapterNote({ adapter, strength }) {
  return adapter === null ? "" : `, with ${adapter} \u00d7 ${formatStrength(strength)}`;
}

/** @param {number} strength */
export const formatStrength = (strength) => (strength === 0 ? "0" : strength.toFixed(2));
