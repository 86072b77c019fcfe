"""Hold the sentences that lesson 6 offers, with their translations.

Lives here: the English, and the French word by word, as the grammar of
``model/training/corpus`` has it. No model was trained on any of them. Not here:
what the models write.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Example:
    """A sentence and its translation.

    Attributes:
        label: what the button says.
        french: its words, parted by spaces, without the decoder's end mark.
    """

    label: str
    text: str
    french: str


# The lesson opens on the first, this many words written: the next is to predict.
FIRST_WRITTEN = 4

EXAMPLES = (
    Example(
        "order turned",
        "The agreement on the European Economic Area was signed in August 1992.",
        "l' accord sur la zone économique européenne a été signé en août 1992 .",
    ),
    Example(
        "short", "He approves the social project.", "il approuve le projet social ."
    ),
    Example(
        "long",
        "The proposal on the Russian political union has never been accepted by "
        "the old man at seven o'clock.",
        "la proposition sur l' union politique russe n' a jamais été acceptée par "
        "le vieil homme à sept heures .",
    ),
)
