// @ts-check
/**
 * The shapes of the API. Types only.
 *
 * They follow `/openapi.json` and keep its snake_case; a test compares them.
 *
 * @typedef {import("../types.js").Part} Part
 * @typedef {import("../types.js").Quantity} Quantity
 * @typedef {import("../types.js").Merge} Merge
 * @typedef {import("../types.js").Hide} Hide
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
 * @property {string[]} objectives such as "translation" and "fill-mask"
 * @property {string|null} mask_token as a person types it, such as "[MASK]"
 * @property {Adapter[]} adapters
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
 * @typedef {object} Adapter
 * @property {string} id
 * @property {string} title
 * @property {"lora"} kind
 * @property {number} rank
 * @property {number} alpha
 * @property {number} scaling
 * @property {string[]} targets such as "query"
 * @property {number} n_matrices
 * @property {number} n_parameters of the low-rank matrices
 * @property {number} n_head_parameters
 * @property {string[]} objectives
 * @property {string[]} default_for asked without a word of it
 * @property {boolean} has_card
 *
 * The adapter an answer was computed with; null: the model as it is.
 * @typedef {{id: string, scale: number, rank: number|null}} UsedAdapter
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
 * @property {UsedAdapter|null} [adapter] null: the model as it is
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
 * An entry of the vocabulary, and how likely it is.
 * @typedef {{id: number, text: string, raw: string, probability: number,
 *   log_probability: number}} Likely
 * What taking one token away does to a prediction; both in nats.
 * @typedef {{position: number, kl: number, log_probability_change: number}} Influence
 * One mask of a text; influences are null unless asked for.
 * @typedef {{position: number, tokens: Likely[], entropy: number,
 *   influences: Influence[]|null}} MaskedWord
 * @typedef {{model: string, adapter: UsedAdapter|null, input_tokens: Token[],
 *   masks: MaskedWord[], truncated: boolean, dropped: number,
 *   warnings: string[]}} FillMaskAnswer
 *
 * @typedef {{model: string, input_tokens: Token[], tokens: Likely[],
 *   entropy: number, listed_probability: number, warnings: string[]}} NextTokenAnswer
 * @typedef {{model: string, adapter: UsedAdapter|null, input_tokens: Token[],
 *   is_next_probability: number, warnings: string[]}} NextSentenceAnswer
 *
 * One token that a model went on with. `text` is what it adds, exactly; empty
 * while a character is unfinished.
 * @typedef {{index: number, token: {id: number, text: string, raw: string},
 *   text: string, probability: number, is_end: boolean}} GenerationStep
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
 * @property {string} [adapter]
 * @property {number} [adapter_scale]
 * @property {number} [adapter_rank]
 * @property {number} [pool]
 * @property {Hide} [hide]
 * @property {string[]} [statistics]
 * @property {"json"|"base64"|"uint8"} [encoding]
 */
export {};
