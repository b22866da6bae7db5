"""The network as a policy of Stable-Baselines3."""

from typing import Any

import torch
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import Tensor, nn

from benchmarks.training.network import SlotNetwork, sizes_of


class SlotFeatures(BaseFeaturesExtractor):
    """Logits and value of a `SlotNetwork`, side by side: all that the policy needs."""

    def __init__(self, space: Any, **network: Any) -> None:  # noqa: ANN401, as SlotNetwork takes them
        network_of = SlotNetwork(sizes_of(space), **network)
        numbers = sum(gesture.size(network["slots"], network["texts"]) for gesture in network["gestures"])
        super().__init__(space, numbers + 1)
        self.network = network_of

    def forward(self, observations: dict[str, Tensor]) -> Tensor:
        """An array (batch, numbers + 1)."""
        return torch.cat(self.network(observations), -1)


class SlotPolicy(MaskableActorCriticPolicy):
    """An actor and a critic that share a `SlotNetwork`, whose arguments are `features_extractor_kwargs`."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401, the base class's
        super().__init__(*args, **{**kwargs, "net_arch": [], "features_extractor_class": SlotFeatures})

    def _build(self, lr_schedule: Any) -> None:  # noqa: ANN401, a schedule of the base class
        self._build_mlp_extractor()  # passes the features through
        self.action_net, self.value_net = _Columns(slice(-1)), _Columns(slice(-1, None))
        self.optimizer = self.optimizer_class(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)


class _Columns(nn.Module):
    def __init__(self, columns: slice) -> None:
        super().__init__()
        self._columns = columns

    def forward(self, features: Tensor) -> Tensor:
        return features[..., self._columns]
