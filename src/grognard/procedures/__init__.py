# SPDX-License-Identifier: Apache-2.0
"""Chart procedures: what a card asks (a situation), what follows from it (a worksheet), and how its charts are read."""
