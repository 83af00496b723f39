-- A material knows its folder. The word of it among the words of shots is asked for by nobody and goes with the next
-- analysis: writing five million shots anew would take an hour.
DROP INDEX "shot_dir";--> statement-breakpoint
ALTER TABLE "shot" DROP COLUMN "dir_id";--> statement-breakpoint
-- The same keys, without a query: it was planned again for every row that changed.
CREATE OR REPLACE FUNCTION material_keys(space_id text, project_id text, material_name text, tag_keys text[]) RETURNS text[]
	LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
	keys text[] := tag_keys || ARRAY['space:' || space_id, 'project:' || coalesce(project_id, '')];
	name text := lower(material_name);
BEGIN
	FOR n IN 1 .. least(length(material_name), 255) LOOP
		keys := keys || ('name:' || substr(name, n, 1));
		keys := keys || ('name:' || substr(name, n, 2));
	END LOOP;
	RETURN keys;
END $$;
