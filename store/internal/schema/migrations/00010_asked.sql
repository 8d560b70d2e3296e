-- Who asked for a job of nobody, which all share, such as the review of a game.

-- +goose Up
ALTER TABLE jobs ADD COLUMN asked_by TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE jobs DROP COLUMN asked_by;
