CREATE TABLE "script" (
	"mproject_id" text NOT NULL,
	"script_id" text NOT NULL,
	"shooting_id" text NOT NULL,
	"rank" text NOT NULL,
	"text" text NOT NULL,
	"recording_material_id" text,
	"captions" jsonb,
	CONSTRAINT "script_mproject_id_script_id_pk" PRIMARY KEY("mproject_id","script_id")
);
--> statement-breakpoint
ALTER TABLE "video_clip" DROP CONSTRAINT "video_clip_material_id_material_material_id_fk";
--> statement-breakpoint
DROP INDEX "shooting_mproject";--> statement-breakpoint
DROP INDEX "video_clip_mproject";--> statement-breakpoint
ALTER TABLE "video_clip" ALTER COLUMN "speed" SET DATA TYPE double precision USING "speed"::text::double precision;--> statement-breakpoint
ALTER TABLE "video_clip" ALTER COLUMN "speed" SET DEFAULT 1;--> statement-breakpoint
ALTER TABLE "video_clip" ALTER COLUMN "volume" SET DATA TYPE double precision USING "volume"::text::double precision;--> statement-breakpoint
ALTER TABLE "video_clip" ALTER COLUMN "volume" SET DEFAULT 1;--> statement-breakpoint
ALTER TABLE "shooting" ADD COLUMN "rank" text;--> statement-breakpoint
ALTER TABLE "video_clip" ADD COLUMN "rank" text;--> statement-breakpoint
ALTER TABLE "video_clip" ADD COLUMN "material_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "script" ADD CONSTRAINT "script_mproject_id_mproject_mproject_id_fk" FOREIGN KEY ("mproject_id") REFERENCES "public"."mproject"("mproject_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "script" ADD CONSTRAINT "script_shooting_id_shooting_shooting_id_fk" FOREIGN KEY ("shooting_id") REFERENCES "public"."shooting"("shooting_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "script_shooting" ON "script" USING btree ("shooting_id");--> statement-breakpoint
CREATE INDEX "shooting_mproject" ON "shooting" USING btree ("mproject_id");--> statement-breakpoint
CREATE INDEX "video_clip_mproject" ON "video_clip" USING btree ("mproject_id");--> statement-breakpoint
-- Mixes become documents. Places become ranks in the same order, of deleted ones, too: they come back where they were.
INSERT INTO "document" ("document_id", "kind", "space_id", "created_at", "deleted_at")
SELECT "mproject_id", 'mix', "space_id", "created_at", "deleted_at" FROM "mproject";--> statement-breakpoint
UPDATE "shooting" SET "rank" = 'V' || lpad("n"::text, 6, '0') || 'V' FROM (
	SELECT "shooting_id" AS "id", row_number() OVER (PARTITION BY "mproject_id" ORDER BY "position", "shooting_id") AS "n" FROM "shooting"
) "placed" WHERE "shooting_id" = "id";--> statement-breakpoint
ALTER TABLE "shooting" ALTER COLUMN "rank" SET NOT NULL;--> statement-breakpoint
UPDATE "video_clip" SET "rank" = 'V' || lpad("n"::text, 6, '0') || 'V' FROM (
	SELECT "video_clip_id" AS "id", row_number() OVER (PARTITION BY "mproject_id" ORDER BY "position", "video_clip_id") AS "n" FROM "video_clip"
) "placed" WHERE "video_clip_id" = "id";--> statement-breakpoint
ALTER TABLE "video_clip" ALTER COLUMN "rank" SET NOT NULL;--> statement-breakpoint
UPDATE "video_clip" c SET "material_name" = m."material_name" FROM "material" m WHERE m."material_id" = c."material_id";--> statement-breakpoint
INSERT INTO "script" ("mproject_id", "script_id", "shooting_id", "rank", "text", "recording_material_id", "captions")
SELECT "mproject_id",
	-- Two lines of one id are two lines.
	CASE WHEN "nth" = 1 THEN "line" ->> 'script_id' ELSE left("line" ->> 'script_id', 50) || '-' || "nth" END,
	"shooting_id",
	'V' || lpad("n"::text, 6, '0') || 'V',
	coalesce("line" ->> 'text', ''),
	"line" ->> 'recording_material_id',
	nullif("line" -> 'captions', 'null'::jsonb)
FROM (
	SELECT "mproject_id", "shooting_id", "line", "n",
		row_number() OVER (PARTITION BY "mproject_id", "line" ->> 'script_id' ORDER BY "position", "shooting_id", "n") AS "nth"
	FROM "shooting", jsonb_array_elements("scripts") WITH ORDINALITY AS "given"("line", "n")
) "numbered";--> statement-breakpoint
-- Every shot says something, be it nothing yet.
INSERT INTO "script" ("mproject_id", "script_id", "shooting_id", "rank", "text")
SELECT "mproject_id", left("shooting_id", 60) || '-0', "shooting_id", 'V000001V', '' FROM "shooting" WHERE jsonb_array_length("scripts") = 0;--> statement-breakpoint
ALTER TABLE "shooting" DROP COLUMN "position";--> statement-breakpoint
ALTER TABLE "shooting" DROP COLUMN "scripts";--> statement-breakpoint
ALTER TABLE "video_clip" DROP COLUMN "position";