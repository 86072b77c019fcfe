"""Ask for a word in forty everyday sentences, fixed before the training.

Lives here: the sentences, and which words a person would accept in each. Not
here: how many the model finds (``card.py``).
"""

# A sentence, and words that fit; more may.
SENTENCES: tuple[tuple[str, str], ...] = (
    ("She went to the bank to deposit her [MASK].", "money check cheque savings cash"),
    ("He drank a cup of [MASK] in the morning.", "coffee tea milk water cocoa"),
    ("The dog chased the [MASK] up the tree.", "cat squirrel bird kitten"),
    ("We ate dinner in the [MASK].", "kitchen restaurant garden evening hotel"),
    ("It was raining, so she opened her [MASK].", "umbrella"),
    ("The children are playing in the [MASK].", "garden park yard street snow sand"),
    ("My brother plays the [MASK] in a band.", "guitar drums piano trumpet bass"),
    ("The sun rises in the [MASK].", "east morning sky"),
    ("She put the milk back in the [MASK].", "refrigerator fridge kitchen bottle"),
    ("He was late because he missed the [MASK].", "train bus flight plane boat"),
    ("The doctor gave her some [MASK] for the pain.", "medicine pills drugs tablets"),
    ("They live in a small [MASK] near the sea.", "house village town cottage city"),
    ("The baby started to [MASK].", "cry laugh sleep walk scream smile"),
    ("I forgot my keys, so I could not open the [MASK].", "door car house gate"),
    ("The teacher wrote the answer on the [MASK].", "board blackboard paper wall"),
    ("She wears a warm [MASK] in the winter.", "coat jacket hat scarf sweater"),
    ("The cat is sleeping on the [MASK].", "bed sofa couch floor chair mat"),
    ("He cut the bread with a [MASK].", "knife"),
    ("The capital of France is [MASK].", "paris"),
    ("Two plus two is [MASK].", "four 4"),
    ("She read a [MASK] before going to sleep.", "book story novel letter magazine"),
    ("The plane landed at the [MASK].", "airport field base"),
    ("He washed his [MASK] before dinner.", "hands face hair clothes"),
    ("In summer the days are [MASK] than in winter.", "longer warmer hotter"),
    ("The man sat down because he was [MASK].", "tired sick weak hurt old exhausted"),
    ("Please turn off the [MASK] when you leave.", "light lights radio tv heat"),
    ("She bought a new [MASK] of shoes.", "pair box"),
    ("The bird built a [MASK] in the tree.", "nest house home"),
    ("He is very hungry; he has not [MASK] all day.", "eaten"),
    ("Snow is [MASK] and cold.", "white wet soft"),
    ("My mother is [MASK] dinner in the kitchen.", "cooking making eating preparing"),
    ("The [MASK] barked at the stranger.", "dog dogs hound puppy"),
    ("We watched a [MASK] at the cinema.", "film movie picture"),
    ("He speaks [MASK] and French.", "english german spanish italian"),
    ("There are seven days in a [MASK].", "week"),
    ("The book is [MASK] the table.", "on under beside near"),
    ("She asked him to close the [MASK].", "door window book shop gate"),
    ("The old man walked [MASK] because his leg hurt.", "slowly"),
    ("I would like a glass of [MASK].", "water wine milk juice beer"),
    ("He said [MASK] to his friends and went home.", "goodbye hello farewell"),
)
