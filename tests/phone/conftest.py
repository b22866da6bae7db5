"""A phone to test with."""

import pytest

from benchmarks.phone.device import Device, power_on


@pytest.fixture
def phone() -> Device:
    return power_on(0)
