# SPDX-License-Identifier: Apache-2.0
"""What counts as one address where something is limited by address."""

from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network

# Bits of an IPv6 address that a provider assigns; its customer chooses the other 64.
NETWORK = 64


@lru_cache(10_000)
def counted_as(address: str) -> str:
    """Return what an address counts as: itself, or its network for IPv6, where one person has as many addresses as they like."""
    try:
        known = ip_address(address)
    except ValueError:
        return address
    if not isinstance(known, IPv6Address) or known.is_loopback:
        return address
    if known.ipv4_mapped is not None:
        return str(known.ipv4_mapped)
    return str(ip_network((int(known), NETWORK), strict=False))
