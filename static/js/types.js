// @ts-check
/**
 * The shapes that cross module borders. Types only.
 *
 * @typedef {"weights"|"scores"} Quantity
 * @typedef {"tokens"|"words"} Merge
 * @typedef {"none"|"special"|"first"} Hide
 * @typedef {"unit"|"head"|"log"} Scale  0 to 1, per head, logarithmic
 * @typedef {"layer"|"entropy"|"sink"|"previous"|"distance"} Order
 * @typedef {"encoder"|"decoder"|"cross"|"joint"} Part
 * @typedef {"read"|"written"} Named  a row: by the token fed, or the next
 * @typedef {"source"|"target"} Side
 *
 * What the address bar holds: the whole state, and nothing else.
 * @typedef {object} View
 * @property {string} model
 * @property {string} text "" is a state of its own
 * @property {string|null} pair null: no second sentence; "" an empty one
 * @property {string|null} target null: the model's own; "" a forced, empty one
 * @property {Part|null} part null: the only one, or not yet known
 * @property {number} layer
 * @property {number} head
 * @property {number|null} row the locked query, an index into queryTokens
 * @property {number|null} column the key of the chosen cell, into keyTokens
 * @property {Quantity} quantity
 * @property {Merge} merge
 * @property {Hide} hide
 * @property {Scale} scale
 * @property {Order} order
 * @property {Named} named of the rows of models that write a target
 * @property {string|null} zoom "r0:r1,c0:c1", half-open, in tokens
 * @property {string|null} adapter null: the model as it is
 * @property {number} strength of the adapter, 0 to 2; 1 as trained
 *
 * What the API says, as its own shapes (`api/wire.js`).
 * @typedef {import("./api/wire.js").Token} Token
 * @typedef {import("./api/wire.js").Model} Model
 * @typedef {import("./api/wire.js").Adapter} Adapter
 * @typedef {import("./api/wire.js").UsedAdapter} UsedAdapter
 * @typedef {import("./api/wire.js").WireArray} WireArray
 * @typedef {import("./api/wire.js").AttentionAnswer} AttentionAnswer
 * @typedef {import("./api/wire.js").AttentionRequest} AttentionRequest
 * @typedef {import("./api/wire.js").WrittenTarget} WrittenTarget
 * @typedef {import("./api/wire.js").Candidate} Candidate
 * @typedef {import("./api/wire.js").TranslationStep} TranslationStep
 * @typedef {import("./api/wire.js").TranslationAnswer} TranslationAnswer
 * @typedef {import("./api/wire.js").Likely} Likely
 * @typedef {import("./api/wire.js").MaskedWord} MaskedWord
 * @typedef {import("./api/wire.js").FillMaskAnswer} FillMaskAnswer
 * @typedef {import("./api/wire.js").NextTokenAnswer} NextTokenAnswer
 * @typedef {import("./api/wire.js").NextSentenceAnswer} NextSentenceAnswer
 *
 * @typedef {object} Statistic
 * @property {Float32Array|Int32Array} data flat
 * @property {number[]} shape
 * @property {string[]} axes
 * @property {(...indices: number[]) => number} at
 *
 * One answer, unpacked. Indices of `at` and `isAllowed` are places in this
 * answer (layer 0 is `answer.layers[0]`); query and key are cells: where
 * `factor` is above 1, cell c covers tokens c*factor .. (c+1)*factor - 1.
 * @typedef {object} Decoded
 * @property {AttentionAnswer} answer
 * @property {View} view the view it answers
 * @property {Float32Array|Uint8Array} values flat, as sent (bytes for uint8)
 * @property {[number, number, number, number]} shape layer, head, query, key
 * @property {(layer: number, head: number, query: number, key: number) => number} at
 * @property {(layer: number, query: number, key: number) => boolean} isAllowed
 * @property {Token[]} queryTokens
 * @property {Token[]} keyTokens
 * @property {number} factor tokens a cell and side; 1 where nothing is pooled
 * @property {{row: number, column: number}} origin
 * @property {Record<string, Statistic>} statistics
 * @property {Statistic|null} hiddenShare (layer, head)
 *
 * @typedef {object} Problem
 * @property {string} type
 * @property {string} title
 * @property {number} status 0 where no answer came
 * @property {string} detail
 * @property {string} code "offline" where the server can't be reached
 * @property {string} hint
 * @property {number|null} retry_after_seconds
 *
 * @typedef {object} Status
 * @property {"idle"|"loading"|"error"} phase
 * @property {number} since `performance.now()` when the phase began
 * @property {Problem|null} problem
 * @property {string|null} message what the wait is for
 * @property {boolean} [isChoosing] the head
 *
 * What the model would say, and what it was asked; null: not asked.
 * @typedef {object} Predictions
 * @property {string} key tells the questions apart
 * @property {Token|null} after the token that `next` comes after; null: the last
 * @property {FillMaskAnswer|null} masks
 * @property {NextTokenAnswer|null} next
 * @property {NextSentenceAnswer|null} follows
 *
 * The words behind the masks of a text, in order; null: not known.
 * @typedef {{text: string, pair: string|null, words:
 *   {text: (string|null)[], pair: (string|null)[]}}} Masked
 *
 * A change of the text that a click made.
 * @typedef {Pick<View, "text"|"pair"|"row"|"column">} Written
 * @typedef {{from: Written, to: Written, masked: Masked}} Edit
 *
 * How the model goes on with the text.
 * @typedef {object} Continuing
 * @property {number} temperature 0: always the likeliest
 * @property {{from: string}|null} run the text it goes on from; null: it doesn't
 * @property {number} count tokens so far
 * @property {string|null} draft the text as it grows; the view follows
 * @property {Problem|null} problem
 *
 * Everything the views draw from.
 * @typedef {object} Snapshot
 * @property {View} view
 * @property {{row: number|null, column: number|null}} pointer in tokens
 * @property {{layer: number, head: number}|null} hover the head under the mouse
 * @property {Model[]} models
 * @property {Limits} limits
 * @property {Decoded|null} focus the chosen head; statistics row and column
 * @property {Decoded|null} mosaic every head, pooled; statistics head
 * @property {Decoded|null} detail exact cells of the zoom, where focus is pooled
 * @property {Decoded|null} exactRow the same of the row read, `origin.row`
 * @property {{view: View, answer: TranslationAnswer}|null} translation its own
 * @property {Status} status
 * @property {{answer: Predictions|null, problem: Problem|null,
 *   isLoading: boolean}} predictions the newest that came
 * @property {Masked} masked
 * @property {Continuing} continuing
 * @property {readonly Edit[]} edits the newest last
 * @property {"retry"|"cancel"|null} intent what the person asks of the session
 * @property {{text: string}|null} said what the live region says next; a new
 *   object says it again
 *
 * @typedef {{max_characters: number}} Limits
 *
 * What the server put into the page.
 * @typedef {object} Boot
 * @property {View} view the state of this URL
 * @property {View} defaults the first visit's view
 * @property {boolean} has_head the URL names a layer and a head (or needn't)
 * @property {Model[]} models
 * @property {Limits} limits
 *
 * @typedef {object} Store
 * @property {() => Snapshot} get
 * @property {(patch: Partial<Snapshot>) => void} set
 * @property {(listener: (now: Snapshot, before: Snapshot) => void) => () => void} subscribe
 */
export {};
