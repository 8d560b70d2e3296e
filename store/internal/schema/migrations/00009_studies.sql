-- Studies: analyses that people keep, as PGN, private or for whoever has the link.

-- +goose Up
CREATE TABLE studies (
    id          TEXT PRIMARY KEY,
    user_id     TEXT NOT NULL REFERENCES users (id),
    name        TEXT NOT NULL,
    variant     TEXT NOT NULL,
    body        TEXT NOT NULL,
    public      BIGINT NOT NULL,
    version     BIGINT NOT NULL,
    created     BIGINT NOT NULL,
    changed     BIGINT NOT NULL
);
CREATE INDEX studies_user ON studies (user_id, changed);

-- +goose Down
DROP TABLE studies;
