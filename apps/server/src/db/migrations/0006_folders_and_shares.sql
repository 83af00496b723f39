CREATE TABLE "dir_count" (
	"project_id" text NOT NULL,
	"dir_id" text NOT NULL,
	"material_type" text NOT NULL,
	"material_sub_type" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "dir_count_project_id_dir_id_material_type_material_sub_type_pk" PRIMARY KEY("project_id","dir_id","material_type","material_sub_type")
);
--> statement-breakpoint
DROP INDEX "dir_project";--> statement-breakpoint
ALTER TABLE "share_item" DROP CONSTRAINT "share_item_record_uuid_material_id_pk";--> statement-breakpoint
ALTER TABLE "share_item" ALTER COLUMN "material_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "share_item" ADD CONSTRAINT "share_item_record_uuid_position_pk" PRIMARY KEY("record_uuid","position");--> statement-breakpoint
ALTER TABLE "shot" ADD COLUMN "dir_id" text;--> statement-breakpoint
ALTER TABLE "artwork" ADD COLUMN "preview_vlc_id" text;--> statement-breakpoint
ALTER TABLE "dir" ADD COLUMN "kind" text DEFAULT 'artwork' NOT NULL;--> statement-breakpoint
ALTER TABLE "material" ADD COLUMN "dir_id" text;--> statement-breakpoint
ALTER TABLE "share" ADD COLUMN "dir_id" text;--> statement-breakpoint
ALTER TABLE "share_item" ADD COLUMN "artwork_id" text;--> statement-breakpoint
ALTER TABLE "upload_record" ADD COLUMN "dir_id" text;--> statement-breakpoint
CREATE INDEX "dir_count_dir" ON "dir_count" USING btree ("dir_id");--> statement-breakpoint
ALTER TABLE "share_item" ADD CONSTRAINT "share_item_artwork_id_artwork_artwork_id_fk" FOREIGN KEY ("artwork_id") REFERENCES "public"."artwork"("artwork_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "shot_dir" ON "shot" USING btree ("dir_id","shot_id" DESC NULLS FIRST) WHERE not is_hidden and dir_id is not null;--> statement-breakpoint
CREATE INDEX "dir_parent" ON "dir" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "material_dir" ON "material" USING btree ("dir_id","material_id" DESC NULLS FIRST,"material_type","material_sub_type") WHERE deleted_at is null and dir_id is not null;--> statement-breakpoint
CREATE INDEX "material_dir_bin" ON "material" USING btree ("dir_id") WHERE deleted_at is not null and dir_id is not null;--> statement-breakpoint
CREATE INDEX "share_item_artwork" ON "share_item" USING btree ("artwork_id");--> statement-breakpoint
CREATE INDEX "dir_project" ON "dir" USING btree ("project_id","kind","parent_id");--> statement-breakpoint
INSERT INTO dir_count (project_id, dir_id, material_type, material_sub_type, count)
SELECT coalesce(project_id, ''), '', material_type, coalesce(material_sub_type, ''), count(*)
FROM material WHERE deleted_at IS NULL GROUP BY 1, 3, 4;
--> statement-breakpoint
-- Once a statement, as tags are counted, and in one order.
CREATE FUNCTION keep_dir_count() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO dir_count (project_id, dir_id, material_type, material_sub_type, count)
		SELECT coalesce(project_id, ''), coalesce(dir_id, ''), material_type, coalesce(material_sub_type, ''), count(*)
		FROM come WHERE deleted_at IS NULL GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
		ON CONFLICT (project_id, dir_id, material_type, material_sub_type)
		DO UPDATE SET count = dir_count.count + excluded.count;
	ELSIF TG_OP = 'DELETE' THEN
		INSERT INTO dir_count (project_id, dir_id, material_type, material_sub_type, count)
		SELECT coalesce(project_id, ''), coalesce(dir_id, ''), material_type, coalesce(material_sub_type, ''), -count(*)
		FROM gone WHERE deleted_at IS NULL GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
		ON CONFLICT (project_id, dir_id, material_type, material_sub_type)
		DO UPDATE SET count = dir_count.count + excluded.count;
	ELSE
		INSERT INTO dir_count (project_id, dir_id, material_type, material_sub_type, count)
		SELECT project_id, dir_id, material_type, material_sub_type, sum(step) FROM (
			SELECT coalesce(project_id, '') AS project_id, coalesce(dir_id, '') AS dir_id, material_type,
				coalesce(material_sub_type, '') AS material_sub_type, 1 AS step
			FROM come WHERE deleted_at IS NULL
			UNION ALL
			SELECT coalesce(project_id, ''), coalesce(dir_id, ''), material_type, coalesce(material_sub_type, ''), -1
			FROM gone WHERE deleted_at IS NULL
		) steps GROUP BY 1, 2, 3, 4 HAVING sum(step) <> 0 ORDER BY 1, 2, 3, 4
		ON CONFLICT (project_id, dir_id, material_type, material_sub_type)
		DO UPDATE SET count = dir_count.count + excluded.count;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER material_dirs_come AFTER INSERT ON material
	REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION keep_dir_count();
--> statement-breakpoint
CREATE TRIGGER material_dirs_gone AFTER DELETE ON material
	REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION keep_dir_count();
--> statement-breakpoint
CREATE TRIGGER material_dirs_change AFTER UPDATE ON material
	REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION keep_dir_count();
