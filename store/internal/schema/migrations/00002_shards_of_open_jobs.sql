-- What the shards of a job have found is kept until the job is over.

-- +goose Up
DELETE FROM shards WHERE job IN (SELECT id FROM jobs WHERE state IN ('done', 'failed', 'cancelled'));

-- +goose Down
SELECT 1; -- what was deleted is needed by nobody
