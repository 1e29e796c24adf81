"""The server: games played over HTTP, kept on disk, with seats that only their links open and dice that bind the server.

Nothing acknowledged is lost: an act is worked out, committed and synced, then acknowledged, then shown to all.
`store` keeps events; `tables` folds them into games and takes acts; `views` says what a seat may see; `routes`,
`fixed` and `page` speak HTTP; `serve` runs it all.
"""
