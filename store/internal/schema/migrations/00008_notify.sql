-- People can be told of events by mail and by push messages. What is to be sent waits in an outbox, written together
-- with the event.

-- +goose Up
CREATE TABLE contacts (
    user_id     TEXT PRIMARY KEY REFERENCES users (id),
    address     TEXT NOT NULL,
    address_key TEXT NOT NULL,
    confirmed   BIGINT NOT NULL,
    wishes      TEXT NOT NULL,
    digest_hour BIGINT NOT NULL,
    feed        TEXT NOT NULL
);
CREATE INDEX contacts_address ON contacts (address_key) WHERE address_key <> '';
CREATE INDEX contacts_feed ON contacts (feed) WHERE feed <> '';
CREATE TABLE subscriptions (
    id          TEXT PRIMARY KEY,
    user_id     TEXT NOT NULL REFERENCES users (id),
    token       TEXT NOT NULL,
    label       TEXT NOT NULL,
    endpoint    TEXT NOT NULL,
    auth        TEXT NOT NULL,
    p256dh      TEXT NOT NULL,
    created     BIGINT NOT NULL
);
CREATE INDEX subscriptions_user ON subscriptions (user_id);
CREATE INDEX subscriptions_token ON subscriptions (token);
CREATE TABLE outbox (
    id          TEXT PRIMARY KEY,
    user_id     TEXT NOT NULL REFERENCES users (id),
    channel     TEXT NOT NULL,
    target      TEXT NOT NULL,
    topic       TEXT NOT NULL,
    event       TEXT NOT NULL,
    game        TEXT NOT NULL,
    seq         BIGINT NOT NULL,
    by_name     TEXT NOT NULL,
    variant     TEXT NOT NULL,
    detail      TEXT NOT NULL,
    daily       BIGINT NOT NULL,
    created     BIGINT NOT NULL,
    due         BIGINT NOT NULL,
    state       TEXT NOT NULL,
    tries       BIGINT NOT NULL,
    why         TEXT NOT NULL,
    done        BIGINT NOT NULL,
    UNIQUE (user_id, event, channel, target)
);
CREATE INDEX outbox_due ON outbox (channel, due) WHERE done = 0;
CREATE INDEX outbox_game ON outbox (user_id, game);
CREATE INDEX outbox_done ON outbox (done) WHERE done <> 0;
ALTER TABLE notices ADD COLUMN detail TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE notices DROP COLUMN detail;
DROP TABLE outbox;
DROP TABLE subscriptions;
DROP TABLE contacts;
