-- Guests have quotas together with the other guests of their network, of which a keyed hash is kept.

-- +goose Up
ALTER TABLE users ADD COLUMN came_from TEXT NOT NULL DEFAULT '';
CREATE INDEX users_came_from ON users (came_from) WHERE came_from <> '';
CREATE INDEX notes_user ON notes (user_id);

-- +goose Down
DROP INDEX notes_user;
DROP INDEX users_came_from;
ALTER TABLE users DROP COLUMN came_from;
