"""The 2017 transformer equals torch.nn's, step by step, in float64."""

import dataclasses

import pytest
import torch
from torch import nn

from model import masks as mask_of
from model.positions import sinusoidal
from model.transformer import LayerNorm, Stack, Transformer, TransformerConfig
from tests.model.drawn_numbers import draw

SMALL = TransformerConfig(
    vocab_size=11, d_model=12, n_heads=3, n_layers=2, d_ff=20, dropout=0.0
)
N_TEXTS, N_SOURCE, N_TARGET = 3, 6, 4
PARTS = ("query", "key", "value")
NAMES = (
    ("self_attn.", "self_attention."),
    ("multihead_attn.", "cross_attention."),
    ("out_proj.", "output."),
    ("linear1.", "feed_forward.widen."),
    ("linear2.", "feed_forward.narrow."),
)


def torch_transformer(config):
    """Build torch.nn's stacks with random weights, norms and biases too."""
    torch.manual_seed(5)
    sizes = {
        "d_model": config.d_model,
        "nhead": config.n_heads,
        "dim_feedforward": config.d_ff,
        "dropout": 0.0,
        "batch_first": True,
        "norm_first": config.norm == "pre",
    }

    def norm():
        return nn.LayerNorm(config.d_model) if config.has_final_norm else None

    encoder = nn.TransformerEncoder(
        nn.TransformerEncoderLayer(**sizes),
        config.n_layers,
        norm(),
        enable_nested_tensor=False,
    )
    decoder = nn.TransformerDecoder(
        nn.TransformerDecoderLayer(**sizes), config.n_layers, norm()
    )
    theirs = nn.Transformer(
        d_model=config.d_model,
        nhead=config.n_heads,
        custom_encoder=encoder,
        custom_decoder=decoder,
        batch_first=True,
    ).double()
    for parameter in theirs.parameters():
        nn.init.normal_(parameter, std=0.5)
    return theirs


def copy_weights(theirs, ours):
    """Copy a stack's weights by name; strict, so that none is left on either side."""
    copied = {}
    for their_name, value in theirs.named_parameters():
        name = their_name
        for theirs_says, ours_says in (*NAMES, *norm_names(theirs)):
            name = name.replace(theirs_says, ours_says)
        name = name.replace("norm.weight", "norm.gain")
        if "in_proj_" not in name:
            copied[name] = value
            continue
        for part, rows in zip(PARTS, value.chunk(3), strict=True):
            copied[name.replace("in_proj_", f"{part}.")] = rows
    ours.load_state_dict(copied, strict=True)


def norm_names(stack):
    sublayers = ["self_attention", "feed_forward"]
    if isinstance(stack, nn.TransformerDecoder):
        sublayers.insert(1, "cross_attention")
    for number, sublayer in enumerate(sublayers, 1):
        yield f".norm{number}.", f".around_{sublayer}.norm."


def build_pair(config):
    theirs = torch_transformer(config)
    ours = Transformer(config).double()
    copy_weights(theirs.encoder, ours.encoder)
    copy_weights(theirs.decoder, ours.decoder)
    return theirs, ours


CONFIGS = {
    f"{norm}-norm, {'with' if final else 'without'} a final one": dataclasses.replace(
        SMALL, norm=norm, final_norm=final
    )
    for norm in ("post", "pre")
    for final in (True, False)
}


@pytest.mark.parametrize("name", CONFIGS)
@pytest.mark.parametrize("masked", ["no masks", "causal", "causal and padding"])
def test_both_stacks_equal_those_of_torch_layer_by_layer(name, masked):
    theirs, ours = build_pair(CONFIGS[name])
    source, target = draw(1, N_TEXTS, N_SOURCE, 12), draw(2, N_TEXTS, N_TARGET, 12)
    source_mask = target_mask = cross_mask = None
    blocked = {}
    if masked != "no masks":
        target_mask = mask_of.causal(N_TARGET, N_TARGET)
        blocked["tgt_mask"] = ~target_mask
    if masked == "causal and padding":
        is_source = mask_of.tokens_within([6, 2, 4], N_SOURCE)
        is_target = mask_of.tokens_within([4, 3, 1], N_TARGET)
        source_mask = mask_of.padding(is_source, N_SOURCE)
        target_mask = mask_of.causal_padding(is_target)
        cross_mask = mask_of.cross(N_TARGET, N_SOURCE, is_source)
        blocked |= {
            "src_key_padding_mask": ~is_source,
            "tgt_key_padding_mask": ~is_target,
            "memory_key_padding_mask": ~is_source,
        }
    left = []
    for layer in (*theirs.encoder.layers, *theirs.decoder.layers):
        layer.register_forward_hook(lambda *call: left.append(call[2]))
    expected = theirs(source, target, **blocked)

    encoder = ours.encoder(source, source_mask)
    decoder = ours.decoder(target, target_mask, encoder.output, cross_mask)

    steps = [*encoder.layers, *decoder.layers]
    for step, after in zip(steps, left, strict=True):
        assert close(step.feed_forward.output, after)
    assert close(decoder.output, expected)


def close(found, expected):
    return bool((found - expected).abs().max() < 1e-12)


def test_an_additive_mask_runs_through_the_stack_too():
    _, ours = build_pair(SMALL)
    stream, allowed = draw(3, 1, 5, 12), mask_of.causal(5, 5)
    one = ours.encoder(stream, allowed)
    other = ours.encoder(stream, mask_of.additive(allowed, torch.float64))
    assert torch.equal(one.output, other.output)


def test_the_whole_way_from_ids_to_logits():
    theirs, ours = build_pair(SMALL)
    source_ids, target_ids = torch.tensor([[3, 1, 4, 1, 5]]), torch.tensor([[9, 2, 6]])
    steps = ours(source_ids, target_ids)
    table = ours.embedding.weight

    def embed(ids):
        return table[ids] * 12**0.5 + sinusoidal(ids.shape[1], 12)

    assert torch.equal(steps.embedded_source, embed(source_ids))
    blocked = ~mask_of.causal(3, 3)
    out = theirs(embed(source_ids), embed(target_ids), tgt_mask=blocked)
    assert close(steps.logits, out @ table.T)
    assert steps.logits.shape == (1, 3, 11)


def test_the_record_adds_up_in_either_order():
    for name, config in CONFIGS.items():
        _, ours = build_pair(config)
        stream = draw(4, 2, 5, 12)
        decoder = ours.decoder(stream, None, draw(5, 2, 3, 12))
        before = stream
        for layer, step in zip(ours.decoder.layers, decoder.layers, strict=True):
            for kind in ("self_attention", "cross_attention", "feed_forward"):
                sublayer = getattr(step, kind)
                norm = getattr(layer, f"around_{kind}").norm
                assert torch.equal(sublayer.stream, before), name
                assert torch.equal(sublayer.total, before + sublayer.inner.output)
                is_pre = config.norm == "pre"
                read = norm(before) if is_pre else before
                after = sublayer.total if is_pre else norm(sublayer.total)
                assert torch.equal(sublayer.read, read), name
                assert torch.equal(sublayer.output, after), name
                before = sublayer.output
            heads = step.cross_attention.inner.heads
            assert heads.weights.shape == (2, 3, 5, 3)
            activated = step.feed_forward.inner.activated
            assert torch.equal(activated, step.feed_forward.inner.hidden.relu())
        ends = ours.decoder.norm(before) if config.has_final_norm else before
        assert torch.equal(decoder.output, ends)


def test_attention_mixes_positions_and_the_feed_forward_does_not():
    _, ours = build_pair(SMALL)
    stream = draw(6, 1, 5, 12)
    changed = stream.clone()
    changed[0, 2] += 1.0
    layer = ours.encoder.layers[0]
    fed = layer.feed_forward(changed).output - layer.feed_forward(stream).output
    assert fed[0].abs().amax(-1).gt(0).tolist() == [False, False, True, False, False]
    mixed = layer(changed, None).self_attention.inner.output
    moved = mixed - layer(stream, None).self_attention.inner.output
    assert moved[0].abs().amax(-1).gt(1e-6).all()


def test_a_causal_decoder_never_looks_ahead():
    _, ours = build_pair(SMALL)
    source, target = torch.tensor([[3, 1, 4]]), torch.tensor([[9, 2, 6, 5]])
    other = torch.tensor([[9, 2, 7, 8]])
    one, two = ours(source, target).logits, ours(source, other).logits
    assert torch.equal(one[:, :2], two[:, :2])
    assert not torch.equal(one[:, 2:], two[:, 2:])


def test_a_text_of_nothing_but_padding_stays_finite():
    _, ours = build_pair(SMALL)
    is_token = mask_of.tokens_within([0, 3], 3)
    steps = ours(
        torch.tensor([[0, 0, 0], [1, 2, 3]]),
        torch.tensor([[4, 5], [4, 5]]),
        source_mask=mask_of.padding(is_token, 3),
        cross_mask=mask_of.cross(2, 3, is_token),
    )
    assert steps.logits.isfinite().all()
    crossed = steps.decoder.layers[0].cross_attention
    assert crossed is not None
    masked = crossed.inner.heads.fully_masked_rows
    assert masked.shape == (2, 3, 2)
    assert masked[0].all()
    assert not masked[1].any()


def test_two_orders_of_the_same_words_differ_by_their_positions_alone():
    """The man bit the dog, the dog bit the man: equal without positions."""
    _, ours = build_pair(SMALL)
    one, other = torch.tensor([[1, 2, 3, 1, 4]]), torch.tensor([[1, 4, 3, 1, 2]])
    man_bites, dog_bites = (ours.embedding(ids) for ids in (one, other))
    bare = ours.encoder(man_bites).output[0], ours.encoder(dog_bites).output[0]
    assert close(bare[0][1], bare[1][4])
    assert close(bare[0][2], bare[1][2])
    placed = [ours.encoder(ours.embed(ids)).output[0] for ids in (one, other)]
    assert (placed[0][2] - placed[1][2]).abs().max() > 1e-3


def test_the_papers_base_model_has_its_sizes():
    config = TransformerConfig(vocab_size=37_000)
    assert (config.d_model, config.n_heads, config.n_layers) == (512, 8, 6)
    assert config.d_ff == 2048
    assert config.norm == "post"
    assert not config.has_final_norm
    assert TransformerConfig(vocab_size=9, norm="pre").has_final_norm
    with torch.device("meta"):
        model = Transformer(config)
    n_parameters = sum(p.numel() for p in model.parameters())
    # Two stacks as torch.nn counts them, and one embedding: the paper says 65 million.
    assert n_parameters == 44_138_496 + 37_000 * 512
    shapes = {name: tuple(p.shape) for name, p in model.named_parameters()}
    assert shapes["decoder.layers.5.cross_attention.query.weight"] == (512, 512)


def test_layer_norm_is_that_of_torch():
    ours = LayerNorm(SMALL).double()
    theirs = nn.LayerNorm(12, dtype=torch.float64)
    for parameter in (*ours.parameters(), *theirs.parameters()):
        nn.init.normal_(parameter)
    theirs.load_state_dict({"weight": ours.gain, "bias": ours.bias})
    stream = draw(7, 2, 5, 12, spread=9.0)
    assert close(ours(stream), theirs(stream))


def test_dropout_works_in_training_only():
    config = dataclasses.replace(SMALL, dropout=0.5)
    stack = Stack(config, is_decoder=False).double()
    stream = draw(8, 1, 4, 12)
    assert not torch.equal(stack(stream).output, stack(stream).output)
    stack.eval()
    assert torch.equal(stack(stream).output, stack(stream).output)
