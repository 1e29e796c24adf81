# SPDX-License-Identifier: Apache-2.0
"""What batches of games tell about a scenario: who wins, by how much, where it is fought, and what a change would change."""
