-- Who was seen only in films that were deleted for good since.
UPDATE "person" p SET "faces_count" = (SELECT count(*) FROM "shot_face" f WHERE f."person_id" = p."person_id")
WHERE p."faces_count" <> (SELECT count(*) FROM "shot_face" f WHERE f."person_id" = p."person_id");--> statement-breakpoint
WITH gone AS (
	DELETE FROM "person" WHERE "faces_count" = 0 AND "person_name" = '' RETURNING "cover_vlc_id"
)
DELETE FROM "vlc_file" WHERE "vlc_id" IN (SELECT "cover_vlc_id" FROM gone);
