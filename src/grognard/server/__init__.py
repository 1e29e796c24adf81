# SPDX-License-Identifier: Apache-2.0
"""The server: games played over HTTP and kept on disk, with seats that only their links open and dice that bind the server.

Nothing acknowledged is lost: an act is worked out, committed and synced, then acknowledged, then shown to everyone.
`store` keeps events; `table_state` folds them into games; `live_table` takes acts and `tables` holds all tables; `seat_view` decides
what a seat may see; `jobs` are done by `workers`; `app`, `routes`, `catalogue` and `page` speak HTTP; `serve` runs it all.
"""
