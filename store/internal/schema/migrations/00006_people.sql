-- Accounts have a text about their owner, a second factor and a role, and can be muted and closed. Names that were given up stay reserved for a
-- while. Players block and report each other; what moderators do is in a log that is only added to.

-- +goose Up
ALTER TABLE users ADD COLUMN profile TEXT NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN role TEXT NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN closed BIGINT NOT NULL DEFAULT 0;
ALTER TABLE users ADD COLUMN muted BIGINT NOT NULL DEFAULT 0;
ALTER TABLE users ADD COLUMN totp TEXT NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN totp_step BIGINT NOT NULL DEFAULT 0;
CREATE TABLE names (
    name_key    TEXT PRIMARY KEY,
    look        TEXT NOT NULL,
    user_id     TEXT NOT NULL,
    given_up    BIGINT NOT NULL
);
CREATE INDEX names_look ON names (look);
CREATE INDEX names_user ON names (user_id);
CREATE TABLE recovery (
    user_id     TEXT NOT NULL REFERENCES users (id),
    hash        TEXT NOT NULL,
    PRIMARY KEY (user_id, hash)
);
CREATE TABLE blocks (
    user_id     TEXT NOT NULL REFERENCES users (id),
    blocked     TEXT NOT NULL REFERENCES users (id),
    created     BIGINT NOT NULL,
    PRIMARY KEY (user_id, blocked)
);
CREATE TABLE reports (
    id          TEXT PRIMARY KEY,
    by_user     TEXT NOT NULL,
    about       TEXT NOT NULL,
    game        TEXT NOT NULL,
    line        BIGINT NOT NULL,
    body        TEXT NOT NULL,
    created     BIGINT NOT NULL,
    closed      BIGINT NOT NULL,
    closed_by   TEXT NOT NULL
);
CREATE INDEX reports_open ON reports (closed, created);
CREATE INDEX reports_by ON reports (by_user, closed);
CREATE TABLE audit (
    seq         BIGINT PRIMARY KEY,
    at          BIGINT NOT NULL,
    by_name     TEXT NOT NULL,
    act         TEXT NOT NULL,
    about       TEXT NOT NULL,
    detail      TEXT NOT NULL,
    chain       TEXT NOT NULL
);

-- +goose Down
DROP TABLE audit;
DROP TABLE reports;
DROP TABLE blocks;
DROP TABLE recovery;
DROP TABLE names;
ALTER TABLE users DROP COLUMN totp_step;
ALTER TABLE users DROP COLUMN totp;
ALTER TABLE users DROP COLUMN muted;
ALTER TABLE users DROP COLUMN closed;
ALTER TABLE users DROP COLUMN role;
ALTER TABLE users DROP COLUMN profile;
