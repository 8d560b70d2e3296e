-- One schema for SQLite and PostgreSQL. Times are milliseconds since 1970 UTC,
-- truths are 0 and 1, and what only the program reads is JSON.

-- +goose Up
CREATE TABLE users (
    id          TEXT PRIMARY KEY,
    name        TEXT NOT NULL,
    name_key    TEXT NOT NULL UNIQUE,
    guest       BIGINT NOT NULL,
    password    TEXT NOT NULL,
    settings    TEXT NOT NULL,
    created     BIGINT NOT NULL,
    seen        BIGINT NOT NULL
);

CREATE TABLE credentials (
    id          TEXT PRIMARY KEY,
    user_id     TEXT NOT NULL REFERENCES users (id),
    data        TEXT NOT NULL,
    created     BIGINT NOT NULL
);
CREATE INDEX credentials_user ON credentials (user_id);

CREATE TABLE tokens (
    hash        TEXT PRIMARY KEY,
    id          TEXT NOT NULL UNIQUE,
    user_id     TEXT NOT NULL REFERENCES users (id),
    label       TEXT NOT NULL,
    scope       TEXT NOT NULL,
    created     BIGINT NOT NULL,
    expires     BIGINT NOT NULL
);
CREATE INDEX tokens_user ON tokens (user_id);

CREATE TABLE seeks (
    id          TEXT PRIMARY KEY,
    by_user     TEXT NOT NULL REFERENCES users (id),
    to_user     TEXT NOT NULL,
    secret      TEXT NOT NULL,
    terms       TEXT NOT NULL,
    color       TEXT NOT NULL,
    created     BIGINT NOT NULL,
    expires     BIGINT NOT NULL
);
CREATE INDEX seeks_secret ON seeks (secret);
CREATE INDEX seeks_by ON seeks (by_user);
CREATE INDEX seeks_to ON seeks (to_user);

CREATE TABLE games (
    id          TEXT PRIMARY KEY,
    seq         BIGINT NOT NULL,
    variant     TEXT NOT NULL,
    control     TEXT NOT NULL,
    speed       TEXT NOT NULL,
    rated       BIGINT NOT NULL,
    private     BIGINT NOT NULL,
    white       TEXT NOT NULL,
    white_name  TEXT NOT NULL,
    white_level BIGINT NOT NULL,
    black       TEXT NOT NULL,
    black_name  TEXT NOT NULL,
    black_level BIGINT NOT NULL,
    ply         BIGINT NOT NULL,
    turn        TEXT NOT NULL,
    fen         TEXT NOT NULL,
    last_move   TEXT NOT NULL,
    finished    BIGINT NOT NULL,
    result      TEXT NOT NULL,
    reason      TEXT NOT NULL,
    created     BIGINT NOT NULL,
    last_at     BIGINT NOT NULL,
    deadline    BIGINT,
    previous    TEXT NOT NULL
);
CREATE INDEX games_deadline ON games (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX games_white ON games (white, finished);
CREATE INDEX games_black ON games (black, finished);
CREATE INDEX games_created ON games (created, id);
CREATE INDEX games_variant ON games (variant, created);
CREATE INDEX games_live ON games (last_at) WHERE finished = 0;

CREATE TABLE events (
    game        TEXT NOT NULL REFERENCES games (id),
    seq         BIGINT NOT NULL,
    at          BIGINT NOT NULL,
    by_seat     TEXT NOT NULL,
    client_id   TEXT NOT NULL,
    kind        TEXT NOT NULL,
    data        TEXT NOT NULL,
    PRIMARY KEY (game, seq)
);

CREATE TABLE positions (
    game        TEXT NOT NULL REFERENCES games (id),
    ply         BIGINT NOT NULL,
    position    TEXT NOT NULL,
    PRIMARY KEY (game, ply)
);
CREATE INDEX positions_position ON positions (position);

CREATE TABLE notes (
    game        TEXT NOT NULL REFERENCES games (id),
    user_id     TEXT NOT NULL REFERENCES users (id),
    body        TEXT NOT NULL,
    changed     BIGINT NOT NULL,
    PRIMARY KEY (game, user_id)
);

CREATE TABLE plans (
    game        TEXT NOT NULL REFERENCES games (id),
    seat        TEXT NOT NULL,
    data        TEXT NOT NULL,
    PRIMARY KEY (game, seat)
);

CREATE TABLE presets (
    id          TEXT PRIMARY KEY,
    user_id     TEXT NOT NULL REFERENCES users (id),
    name        TEXT NOT NULL,
    terms       TEXT NOT NULL,
    created     BIGINT NOT NULL
);
CREATE INDEX presets_user ON presets (user_id);

CREATE TABLE vacations (
    user_id     TEXT NOT NULL REFERENCES users (id),
    began       BIGINT NOT NULL,
    ends        BIGINT NOT NULL,
    PRIMARY KEY (user_id, began)
);

CREATE TABLE ratings (
    user_id     TEXT NOT NULL REFERENCES users (id),
    family      TEXT NOT NULL,
    speed       TEXT NOT NULL,
    rating      DOUBLE PRECISION NOT NULL,
    deviation   DOUBLE PRECISION NOT NULL,
    volatility  DOUBLE PRECISION NOT NULL,
    games       BIGINT NOT NULL,
    at          BIGINT NOT NULL,
    PRIMARY KEY (user_id, family, speed)
);

CREATE TABLE heartbeat (
    one         BIGINT PRIMARY KEY,
    at          BIGINT NOT NULL
);

CREATE TABLE keyed (
    name        TEXT PRIMARY KEY,
    value       TEXT NOT NULL,
    expires     BIGINT NOT NULL
);
CREATE INDEX keyed_expires ON keyed (expires);

CREATE TABLE jobs (
    id          TEXT PRIMARY KEY,
    user_id     TEXT NOT NULL,
    kind        TEXT NOT NULL,
    request     TEXT NOT NULL,
    state       TEXT NOT NULL,
    answer      TEXT NOT NULL,
    shards      BIGINT NOT NULL,
    created     BIGINT NOT NULL,
    changed     BIGINT NOT NULL
);
CREATE INDEX jobs_user ON jobs (user_id, created);
CREATE INDEX jobs_state ON jobs (state, created);

CREATE TABLE shards (
    job         TEXT NOT NULL REFERENCES jobs (id),
    shard       BIGINT NOT NULL,
    result      TEXT NOT NULL,
    at          BIGINT NOT NULL,
    PRIMARY KEY (job, shard)
);

-- +goose Down
DROP TABLE shards;
DROP TABLE jobs;
DROP TABLE keyed;
DROP TABLE heartbeat;
DROP TABLE ratings;
DROP TABLE vacations;
DROP TABLE presets;
DROP TABLE plans;
DROP TABLE notes;
DROP TABLE positions;
DROP TABLE events;
DROP TABLE games;
DROP TABLE seeks;
DROP TABLE tokens;
DROP TABLE credentials;
DROP TABLE users;
