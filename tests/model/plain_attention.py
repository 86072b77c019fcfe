"""Recompute attention in float64, by plain loops and no shared code."""

import numpy as np


def plain_scores(capture, allowed):
    """Scores of all layers and heads in float64, by loops over heads."""
    layers = []
    for layer in capture.layers:
        query = layer.query[0].double().numpy()
        key = layer.key[0].double().numpy()
        heads = [
            query[head] @ key[head // 2].T * layer.scaling
            for head in range(query.shape[0])
        ]
        layers.append(np.stack(heads))
    return np.where(allowed, np.stack(layers), -np.inf)


def plain_softmax(scores):
    with np.errstate(invalid="ignore"):
        exponentials = np.exp(scores - scores.max(-1, keepdims=True))
    exponentials = np.nan_to_num(exponentials, nan=0.0)
    total = exponentials.sum(-1, keepdims=True)
    return np.divide(exponentials, total, out=exponentials, where=total > 0)


def plain_merge(weights, groups):
    """Sum the columns of a word, average its rows."""
    columns = np.stack([weights[..., g].sum(-1) for g in groups], axis=-1)
    return np.stack([columns[..., g, :].mean(-2) for g in groups], axis=-2)


def plain_pool(matrix, factor, reduce):
    rows, columns = matrix.shape[-2:]
    cells = [
        [
            reduce(
                matrix[..., r : r + factor, c : c + factor].reshape(
                    *matrix.shape[:-2], -1
                ),
                axis=-1,
            )
            for c in range(0, columns, factor)
        ]
        for r in range(0, rows, factor)
    ]
    return np.moveaxis(np.array(cells), (0, 1), (-2, -1))


def plain_groups(words):
    groups: list[list[int]] = []
    last: object = object()
    for i, word in enumerate(words):
        if word is not None and word == last:
            groups[-1].append(i)
        else:
            groups.append([i])
        last = word
    return groups
