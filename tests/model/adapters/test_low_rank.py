"""The update beside a matrix, worked by hand and with numpy."""

import threading
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import nn

from model.adapters.low_rank import Factors, Update, adapted, linear_layer, listen

X = torch.tensor([[1.0, 1.0, 2.0]])


def one_layer() -> Any:
    network: Any = nn.Sequential(nn.Linear(3, 2))
    with torch.no_grad():
        network[0].weight.copy_(torch.tensor([[1.0, 0.0, 2.0], [0.0, 1.0, 0.0]]))
        network[0].bias.copy_(torch.tensor([0.5, -0.5]))
    listen(network, ["0"])
    return network


def one_update(scaling: float = 2.0) -> Update:
    # A x = 1*1 - 1*1 + 2*2 = 4; B A x = (4, -12)
    down, up = torch.tensor([[1.0, -1.0, 2.0]]), torch.tensor([[1.0], [-3.0]])
    return Update({"0": Factors(down, up)}, scaling)


def random_factors(rank: int, seed: int = 0) -> Factors:
    generator = torch.Generator().manual_seed(seed)
    return Factors(
        torch.randn(rank, 11, generator=generator),
        torch.randn(7, rank, generator=generator),
    )


@torch.inference_mode()
def test_the_formula_worked_by_hand():
    network = one_layer()
    # W x + b = (1 + 4 + .5, 1 - .5)
    assert network(X).tolist() == [[5.5, 0.5]]
    with adapted(one_update(2.0)):
        assert network(X).tolist() == [[5.5 + 8, 0.5 - 24]]
    with adapted(one_update(1.0).scaled(0.25)):
        assert network(X).tolist() == [[5.5 + 1, 0.5 - 3]]
    assert network(X).tolist() == [[5.5, 0.5]]


@torch.inference_mode()
def test_an_update_of_no_strength_leaves_even_the_sign_of_zero():
    network = one_layer()
    with torch.no_grad():
        network[0].weight.zero_()
        network[0].bias.copy_(torch.tensor([-0.0, -0.0]))
    plain = network(X)
    for update in (None, one_update().scaled(0.0)):
        with adapted(update):
            same = network(X)
        assert same.numpy().tobytes() == plain.numpy().tobytes()


@torch.inference_mode()
def test_blocks_within_blocks_each_have_their_own_update():
    network = one_layer()
    with adapted(one_update(1.0)):
        with adapted(None):
            assert network(X).tolist() == [[5.5, 0.5]]
        assert network(X).tolist() == [[9.5, -11.5]]
    with pytest.raises(RuntimeError, match="on purpose"), adapted(one_update()):
        raise RuntimeError("on purpose")
    assert network(X).tolist() == [[5.5, 0.5]]


@torch.inference_mode()
def test_a_layer_listens_once_however_often_it_is_asked_to():
    network = one_layer()
    listen(network, ["0"])
    listen(network, ["0"])
    with adapted(one_update(1.0)):
        assert network(X).tolist() == [[9.5, -11.5]]


def test_two_threads_do_not_mix():
    """Both are inside their blocks at once, again and again."""
    network, barrier = one_layer(), threading.Barrier(2)
    found: dict[float, set[tuple[float, ...]]] = {1.0: set(), 2.0: set()}

    def run(scaling: float) -> None:
        for _ in range(50):
            with adapted(one_update(scaling)), torch.inference_mode():
                barrier.wait(timeout=30)
                found[scaling].add(tuple(network(X)[0].tolist()))
                barrier.wait(timeout=30)

    threads = [threading.Thread(target=run, args=(scaling,)) for scaling in found]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {1.0: {(9.5, -11.5)}, 2.0: {(13.5, -23.5)}}


def test_gradients_reach_the_factors_and_nothing_else():
    network = one_layer().requires_grad_(False)
    factors = random_factors(2)
    down = factors.down[:, :3].clone().requires_grad_()
    up = factors.up[:2].clone().requires_grad_()
    with adapted(Update({"0": Factors(down, up)}, 2.0)):
        network(X).sum().backward()
    # d/dB of sum(s B A x) is s A x in every row; d/dA is s (B^T 1) x^T.
    assert up.grad is not None
    assert down.grad is not None
    torch.testing.assert_close(up.grad, 2 * (down @ X[0]).detach().expand(2, 2))
    torch.testing.assert_close(down.grad, 2 * torch.outer(up.detach().sum(dim=0), X[0]))
    assert network[0].weight.grad is None


@pytest.mark.parametrize("name", ["1", "0.nothing", ""])
def test_only_linear_layers_can_be_updated(name):
    with pytest.raises(ValueError, match="no linear layer"):
        linear_layer(nn.Sequential(nn.Linear(2, 2), nn.GELU()), name)


@given(rank=st.integers(1, 7), seed=st.integers(0, 50))
@settings(max_examples=25, deadline=None)
def test_the_decomposition_is_numpys_of_the_whole_product(rank, seed):
    factors = random_factors(rank, seed)
    product = factors.up.double().numpy() @ factors.down.double().numpy()
    expected = np.linalg.svd(product, compute_uv=False)[:rank]
    u, sizes, v = factors.decompose()
    np.testing.assert_allclose(sizes, expected, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose((u * sizes) @ v, product, atol=1e-9)
    np.testing.assert_allclose(u.T @ u, np.eye(rank), atol=1e-9)
    np.testing.assert_allclose(v @ v.T, np.eye(rank), atol=1e-9)


@pytest.mark.parametrize("kept", range(1, 6))
def test_truncation_is_numpys_truncated_decomposition(kept):
    factors = random_factors(6)
    factors = Factors(factors.down.double(), factors.up.double())
    product = factors.product().numpy()
    u, sizes, v = np.linalg.svd(product)
    expected = (u[:, :kept] * sizes[:kept]) @ v[:kept]
    update = Update({"0": factors}, 1.0).by_strength().first(kept)
    found = update.factors["0"]
    assert found.down.shape[0] == found.up.shape[1] == kept
    np.testing.assert_allclose(found.product(), expected, atol=1e-12)
    # Eckart and Young: what is lost is as large as the first value left out.
    lost = np.linalg.norm(product - found.product().numpy(), ord=2)
    assert lost == pytest.approx(sizes[kept], rel=1e-10)


def test_all_directions_together_are_the_product():
    factors = random_factors(5)
    again = factors.by_strength().first(5).product()
    torch.testing.assert_close(again, factors.product(), rtol=1e-5, atol=1e-5)
