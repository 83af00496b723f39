-- What a content shows by way of others: these may be deleted for good before it is asked.
INSERT INTO "content_source" ("space_id", "sha256", "source_sha256")
WITH RECURSIVE shown AS (
	SELECT "space_id", "sha256", "source_sha256" FROM "content_source"
	UNION
	SELECT shown."space_id", shown."sha256", behind."source_sha256" FROM shown
	JOIN "content_source" behind ON behind."space_id" = shown."space_id" AND behind."sha256" = shown."source_sha256"
)
SELECT "space_id", "sha256", "source_sha256" FROM shown WHERE "sha256" <> "source_sha256"
ON CONFLICT DO NOTHING;
