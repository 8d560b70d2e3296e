-- Sessions and tokens remember when and from where they were used, and when their person last proved who they are.
-- Names that look alike have one look.

-- +goose Up
ALTER TABLE tokens ADD COLUMN used BIGINT NOT NULL DEFAULT 0;
ALTER TABLE tokens ADD COLUMN used_from TEXT NOT NULL DEFAULT '';
ALTER TABLE tokens ADD COLUMN proved BIGINT NOT NULL DEFAULT 0;
ALTER TABLE users ADD COLUMN look TEXT NOT NULL DEFAULT '';
UPDATE users SET look = REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(
    name_key, '_', ''), '-', ''), '0', 'o'), '1', 'l'), 'i', 'l'), 'rn', 'm'), 'vv', 'w');
CREATE INDEX users_look ON users (look);

-- +goose Down
DROP INDEX users_look;
ALTER TABLE users DROP COLUMN look;
ALTER TABLE tokens DROP COLUMN proved;
ALTER TABLE tokens DROP COLUMN used_from;
ALTER TABLE tokens DROP COLUMN used;
