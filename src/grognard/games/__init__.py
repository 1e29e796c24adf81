# SPDX-License-Identifier: Apache-2.0
"""The games that come with Grognard: one folder each, and nothing beside them. `grognard.registry` finds them by name."""
