-- The workshop: games that people invent. Drafts are their own; a published version never changes, and a game is played
-- under the version that it began with.

-- +goose Up
CREATE TABLE drafts (
    id           TEXT PRIMARY KEY,
    user_id      TEXT NOT NULL REFERENCES users (id),
    title        TEXT NOT NULL,
    body         TEXT NOT NULL,
    game         TEXT NOT NULL,
    fork_of      TEXT NOT NULL,
    fork_version BIGINT NOT NULL,
    revision     BIGINT NOT NULL,
    created      BIGINT NOT NULL,
    changed      BIGINT NOT NULL
);
CREATE INDEX drafts_user ON drafts (user_id, changed);
CREATE TABLE published (
    id           TEXT PRIMARY KEY,
    user_id      TEXT NOT NULL,
    visibility   TEXT NOT NULL,
    version      BIGINT NOT NULL,
    name         TEXT NOT NULL,
    look         TEXT NOT NULL,
    summary      TEXT NOT NULL,
    traits       TEXT NOT NULL,
    fork_of      TEXT NOT NULL,
    fork_version BIGINT NOT NULL,
    created      BIGINT NOT NULL,
    changed      BIGINT NOT NULL
);
CREATE INDEX published_user ON published (user_id, changed);
CREATE INDEX published_visible ON published (visibility, changed);
CREATE INDEX published_fork ON published (fork_of);
CREATE TABLE published_versions (
    game         TEXT NOT NULL REFERENCES published (id),
    version      BIGINT NOT NULL,
    user_id      TEXT NOT NULL,
    body         TEXT NOT NULL,
    news         TEXT NOT NULL,
    created      BIGINT NOT NULL,
    PRIMARY KEY (game, version)
);
CREATE INDEX published_versions_user ON published_versions (user_id, created);
CREATE TABLE comments (
    id           TEXT PRIMARY KEY,
    game         TEXT NOT NULL REFERENCES published (id),
    user_id      TEXT NOT NULL REFERENCES users (id),
    body         TEXT NOT NULL,
    created      BIGINT NOT NULL
);
CREATE INDEX comments_game ON comments (game, created);
CREATE INDEX comments_user ON comments (user_id, created);

-- +goose Down
DROP TABLE comments;
DROP TABLE published_versions;
DROP TABLE published;
DROP TABLE drafts;
