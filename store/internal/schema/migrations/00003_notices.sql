-- What a person is told on whatever page they are, until they have seen to it.

-- +goose Up
CREATE TABLE notices (
    id          TEXT PRIMARY KEY,
    user_id     TEXT NOT NULL REFERENCES users (id),
    kind        TEXT NOT NULL,
    by_name     TEXT NOT NULL,
    variant     TEXT NOT NULL,
    game        TEXT NOT NULL,
    created     BIGINT NOT NULL,
    expires     BIGINT NOT NULL
);
CREATE INDEX notices_user ON notices (user_id, created);
CREATE INDEX notices_expires ON notices (expires);
CREATE INDEX seeks_expires ON seeks (expires);

-- +goose Down
DROP INDEX seeks_expires;
DROP TABLE notices;
