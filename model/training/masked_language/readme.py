"""Write the adapter's card out for people.

Lives here: ``README.md``, made of ``card.json`` alone. Not here: that card
(``card.py``).
"""

from collections.abc import Mapping, Sequence
from typing import Any

from model.training.markdown import table

_SOURCES = {
    "addresses": "addresses",
    "books": "books",
    "stories": "stories from an opening",
    "told": "stories asked for",
    "usage": "examples of the dictionary",
    "dictionary": "meanings of the dictionary",
}
_ROWS = {
    "most_frequent": "always the most frequent words",
    "untrained": "heads as they start, no adapter",
    "trained": "as shipped",
}


def readme_of(card: Mapping[str, Any]) -> str:
    """Write a card out for people."""
    parts = (_opening(card), _results(card), _everyday(card), _training(card))
    return "\n\n".join((*parts, _limits())) + "\n"


def _opening(card: Mapping[str, Any]) -> str:
    sizes, data = card["parameters"], card["data"]
    stories = data["stories"]
    return (
        f"# {card['id']}\n\n"
        f"{card['title']}: a low-rank adapter (rank {card['rank']}, alpha "
        f"{card['alpha']}) on every matrix of MiniLM's six layers, and two heads. "
        "MiniLM, a sentence encoder, comes without a prediction head; with these it "
        "says which word a [MASK] hides and whether a second segment follows the "
        f"first. {sizes['low_rank']:,} numbers in the adapter and {sizes['heads']:,} "
        f"in the heads are trained; MiniLM's own {sizes['base']:,} stay as they "
        "are. The matrix that turns states into words is its word embedding.\n\n"
        "The texts: State of the Union addresses since "
        f"{data['first_year']} (public domain; npm `{data['packages']['addresses']}`); "
        "seven books of stories for children and of detectives, 1796 to 1920 (public "
        f"domain; npm `{data['packages']['books']}`); "
        "meanings and examples of WordNet 3.1, Copyright Princeton University (npm "
        f"`{data['packages']['dictionary']}`); and {stories['n']} short stories about "
        f"everyday things that `{stories['model']}` wrote ({_stories(stories)}). "
        "Addresses, passages of books, stories and meanings are divided as wholes: "
        "what is tested was never trained on."
    )


def _stories(stories: Mapping[str, Any]) -> str:
    kinds = [
        f"{kind['n']:,} "
        + (
            f"asked for with {kind['asked_things']} things to be in them, "
            f"top-k {kind['top_k']}"
            if kind["asked_things"]
            else f"going on from an opening, top-p {kind['top_p']}"
        )
        for kind in stories["kinds"]
    ]
    return f"temperature {stories['temperature']}; {'; '.join(kinds)}"


def _results(card: Mapping[str, Any]) -> str:
    results = card["results"]
    words = [[name, *_numbers(results[key]["words"])] for key, name in _ROWS.items()]
    sources = [
        [name, *_numbers(results["trained"]["by_source"][key])]
        for key, name in _SOURCES.items()
    ]
    pairs = [
        [name, f"{results[key]['next_sentence']['accuracy']:.1%}"]
        for key, name in _ROWS.items()
        if "next_sentence" in results[key]
    ]
    heads = ["", "hidden words", "loss", "first is right", "in the first five"]
    return "\n\n".join(
        [
            "## Results",
            (
                "On held-out texts in the mix of the training, of the weights as they "
                f"lie here ({card['weights_dtype']}). 15 % of the tokens are hidden by "
                "BERT's recipe. Losses in nats a word."
            ),
            table(heads, words),
            "By source, as shipped:",
            table(heads, sources),
            (
                "Whether the second segment follows, on held-out addresses, books "
                f"and stories ({results['trained']['next_sentence']['n']:,} pairs, "
                "half of them torn apart; a coin gets 50 %):"
            ),
            table(["", "right"], pairs),
        ]
    )


def _everyday(card: Mapping[str, Any]) -> str:
    rows = card["results"]["everyday"]
    first = sum(row["words"][0]["text"] in row["accepted"] for row in rows)
    listed = sum(
        any(word["text"] in row["accepted"] for word in row["words"]) for row in rows
    )
    lines = [
        [
            row["text"],
            ", ".join(f"{w['text']} {w['probability']:.2f}" for w in row["words"]),
        ]
        for row in rows
    ]
    return "\n\n".join(
        [
            "## Forty everyday sentences",
            (
                "Written, with the words that would be accepted, before the "
                f"training. An accepted word comes first in {first} of {len(rows)}, "
                f"and among the first five in {listed}."
            ),
            table(["sentence", "first five"], lines),
        ]
    )


def _training(card: Mapping[str, Any]) -> str:
    training = card["training"]
    rounds = [*training["earlier"], training]
    parts = [
        "## Training",
        (
            f"Sequences of {training['length']} tokens, on {training['threads']} "
            f"threads ({training['machine']}); seed {training['seed']}, PyTorch "
            f"{card['torch']}, {card['date']}. The stories are written first, then "
            "each round goes on from the one before."
        ),
    ]
    for number, each in enumerate(rounds, start=1):
        parts += _round(number, each)
    return "\n\n".join(parts)


def _round(number: int, training: Mapping[str, Any]) -> Sequence[str]:
    mix = ", ".join(f"{n} {_SOURCES[key]}" for key, n in training["mix"].items())
    curve = [
        [
            f"{point['step']:,}",
            f"{point['train_loss']:.2f}",
            f"{point['valid_loss']:.2f}",
            f"{point['valid_top_1']:.1%}",
            f"{point['valid_top_5']:.1%}",
            f"{point['valid_next_sentence']:.1%}",
        ]
        for point in training["curve"]
    ]
    heads = ["step", "loss in training, both heads", "loss of words, held out"]
    heads += ["first is right", "in the first five", "next sentence right"]
    return [
        f"### Round {number}",
        (
            f"{training['steps']:,} steps of {training['batch']} sequences ({mix}), "
            f"{training['seconds'] / 60:.0f} minutes; rank {training['rank']}, "
            f"weight of the next-sentence loss {training['next_weight']:g}. "
            f"{training['optimizer']}."
        ),
        f"    {training['command']}",
        "The curve, on texts held out for watching, in the mix of the round:",
        table(heads, curve),
    ]


def _limits() -> str:
    return (
        "## Limits\n\nIt learned from few texts: some political, some a century old, "
        "some odd since a small model wrote them. It is made to be looked into, and "
        "to teach with; a BERT that was trained on billions of words predicts better."
    )


def _numbers(row: Mapping[str, Any]) -> Sequence[str]:
    return (
        f"{row['n']:,}",
        f"{row['loss']:.2f}",
        f"{row['top_1']:.1%}",
        f"{row['top_5']:.1%}",
    )
