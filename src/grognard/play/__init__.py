# SPDX-License-Identifier: Apache-2.0
"""What every game is made of: positions, orders, the log, views, saves, undo."""
