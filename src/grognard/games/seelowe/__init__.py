# SPDX-License-Identifier: Apache-2.0
"""Seelöwe: the invasion of Britain, 1940. Its rules are in `rules.toml`; these modules hold what no other game has."""
