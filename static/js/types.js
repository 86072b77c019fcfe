// @ts-check
/**
 * The shapes that cross module borders. Types only.
 * Wire types follow the API (`/openapi.json`) and keep its snake_case.
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
 *
 * @typedef {object} Token
 * @property {number} index
 * @property {number} id
 * @property {string} text what a person reads
 * @property {string} raw
 * @property {number|null} start code points into its text
 * @property {number|null} end
 * @property {boolean} special
 * @property {boolean} typed
 * @property {number|null} word
 * @property {number|null} segment
 * @property {string|null} piece "2/3" where one character is several tokens
 *
 * @typedef {object} Model
 * @property {string} id
 * @property {string} title
 * @property {"encoder"|"decoder"|"encoder-decoder"|"rnn"|null} family
 * @property {number|null} n_layers
 * @property {number|null} n_heads
 * @property {number|null} n_key_value_heads
 * @property {number|null} max_length
 * @property {string[]} objectives such as "translation"
 * @property {{part: Part, n_layers: number, n_heads: number}[]} parts
 * @property {"operands"|"eager"|null} capture
 * @property {boolean} takes_pair
 * @property {boolean} has_special_tokens
 * @property {string} revision
 * @property {"available"|"loading"|"loaded"|"unavailable"} state
 * @property {string|null} reason why it is unavailable
 * @property {string} source
 * @property {string} license
 * @property {string} notice
 * @property {boolean} available
 * @property {boolean} loaded
 *
 * @typedef {object} WireArray
 * @property {string} dtype "f4", "f8", "u1", "b1", "i4"
 * @property {number[]} shape
 * @property {string[]} axes
 * @property {unknown} [data] nested lists
 * @property {string} [bdata] base64, little-endian
 * @property {number} [scale] value = offset + scale * byte
 * @property {number} [offset]
 *
 * @typedef {object} AttentionAnswer
 * @property {string} model
 * @property {Part} part
 * @property {Quantity} quantity
 * @property {Merge} merge
 * @property {number[]} layers
 * @property {number[]} heads
 * @property {Token[]} query_tokens
 * @property {Token[]} key_tokens
 * @property {WireArray} attention
 * @property {WireArray} mask
 * @property {"model"|"request"} mask_from
 * @property {number[]} fully_masked_rows
 * @property {{factor: number, reducer: string}|null} pool
 * @property {{kind: string, positions: number[], share: WireArray|null}|null} hidden
 * @property {Record<string, WireArray>|null} statistics
 * @property {boolean} truncated
 * @property {number} dropped
 * @property {string[]} warnings
 * @property {WrittenTarget|null} [target] null where nothing was decoded
 * @property {Token[]|null} [source_tokens] null for models without a target
 * @property {Token[]|null} [target_tokens] as the decoder read them
 * @property {(Token|null)[]|null} [next_tokens] what each row went on to write
 * @property {{queue_ms: number, forward_ms: number, reduce_ms: number}} timings
 * @property {"hit"|"miss"} cache
 *
 * @typedef {{text: string, forced: boolean, finished: boolean}} WrittenTarget
 * @typedef {{text: string, probability: number}} Candidate
 * @typedef {{token: Token, probability: number, alternatives: Candidate[]}} TranslationStep
 * Tokens without start and end; steps with the end.
 * @typedef {{text: string, source_tokens: Token[], target_tokens: Token[],
 *   steps: TranslationStep[], finished: boolean, warnings: string[]}} TranslationAnswer
 *
 * The fields of a request to `/attention`, in the order they are written.
 * @typedef {object} AttentionRequest
 * @property {string} model
 * @property {string} text
 * @property {string} [text_pair]
 * @property {string} [target]
 * @property {Part} [part]
 * @property {number[]} [layers]
 * @property {number[]} [heads]
 * @property {Quantity} [quantity]
 * @property {Merge} [merge]
 * @property {[number, number]} [rows]
 * @property {[number, number]} [columns]
 * @property {number} [pool]
 * @property {Hide} [hide]
 * @property {string[]} [statistics]
 * @property {"json"|"base64"|"uint8"} [encoding]
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
