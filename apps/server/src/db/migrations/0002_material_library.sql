CREATE TABLE "analysis_batch" (
	"project_id" text PRIMARY KEY NOT NULL,
	"all_total" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "correction" (
	"correction_id" text PRIMARY KEY NOT NULL,
	"material_id" text NOT NULL,
	"field" text NOT NULL,
	"start_ms" integer NOT NULL,
	"end_ms" integer NOT NULL,
	"value" jsonb NOT NULL,
	"user_uid" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "person" (
	"person_id" text PRIMARY KEY NOT NULL,
	"space_id" text NOT NULL,
	"person_name" text DEFAULT '' NOT NULL,
	"cover_vlc_id" text,
	"vector" "bytea" NOT NULL,
	"faces_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shot" (
	"shot_id" text PRIMARY KEY NOT NULL,
	"material_id" text NOT NULL,
	"space_id" text NOT NULL,
	"project_id" text,
	"material_type" text NOT NULL,
	"material_sub_type" text,
	"index" integer NOT NULL,
	"start_ms" integer NOT NULL,
	"end_ms" integer NOT NULL,
	"duration" real NOT NULL,
	"orientation" text,
	"cover_vlc_id" text,
	"caption" text DEFAULT '' NOT NULL,
	"tags" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"tag_keys" text[] DEFAULT '{}' NOT NULL,
	"quality" real,
	"motion" real,
	"sharpness" real,
	"brightness" real,
	"colours" text[] DEFAULT '{}' NOT NULL,
	"phash" text,
	"people" integer,
	"ocr_text" text DEFAULT '' NOT NULL,
	"speech_text" text DEFAULT '' NOT NULL,
	"has_speech" boolean,
	"found" jsonb,
	"words" "tsvector",
	"meaning" "bytea",
	"look" "bytea",
	"look_cells" integer[] DEFAULT '{}' NOT NULL,
	"used_count" integer DEFAULT 0 NOT NULL,
	"last_used_at" timestamp(3) with time zone,
	"is_hidden" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shot_face" (
	"face_id" text PRIMARY KEY NOT NULL,
	"shot_id" text NOT NULL,
	"person_id" text,
	"box" jsonb NOT NULL,
	"vector" "bytea" NOT NULL,
	"score" real NOT NULL
);
--> statement-breakpoint
CREATE TABLE "material_facts" (
	"material_id" text PRIMARY KEY NOT NULL,
	"facts" jsonb NOT NULL,
	"marks" jsonb NOT NULL,
	"loudness" real
);
--> statement-breakpoint
CREATE TABLE "material_like" (
	"material_id" text NOT NULL,
	"user_uid" text NOT NULL,
	"liked_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "material_like_user_uid_material_id_pk" PRIMARY KEY("user_uid","material_id")
);
--> statement-breakpoint
CREATE TABLE "tag_count" (
	"space_id" text NOT NULL,
	"project_id" text NOT NULL,
	"material_type" text NOT NULL,
	"tag_key" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "tag_count_space_id_project_id_material_type_tag_key_pk" PRIMARY KEY("space_id","project_id","material_type","tag_key")
);
--> statement-breakpoint
CREATE TABLE "share" (
	"record_uuid" text PRIMARY KEY NOT NULL,
	"space_id" text NOT NULL,
	"title" text NOT NULL,
	"quality" text NOT NULL,
	"allow_download" boolean NOT NULL,
	"password_hash" text,
	"expires_at" timestamp(3) with time zone,
	"revoked_at" timestamp(3) with time zone,
	"view_count" integer DEFAULT 0 NOT NULL,
	"download_count" integer DEFAULT 0 NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "share_item" (
	"record_uuid" text NOT NULL,
	"material_id" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "share_item_record_uuid_material_id_pk" PRIMARY KEY("record_uuid","material_id")
);
--> statement-breakpoint
CREATE TABLE "shot_looks" (
	"shot_id" text PRIMARY KEY NOT NULL,
	"cover_vlc_id" text NOT NULL,
	"vectors" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sku_hit" (
	"sku_mark_id" text NOT NULL,
	"shot_id" text NOT NULL,
	"likeness" real NOT NULL,
	"confidence" real NOT NULL,
	CONSTRAINT "sku_hit_sku_mark_id_shot_id_pk" PRIMARY KEY("sku_mark_id","shot_id")
);
--> statement-breakpoint
CREATE TABLE "sku_mark" (
	"sku_mark_id" text PRIMARY KEY NOT NULL,
	"space_id" text NOT NULL,
	"project_id" text NOT NULL,
	"merchant_name" text DEFAULT '' NOT NULL,
	"sku_name" text NOT NULL,
	"category" text DEFAULT '' NOT NULL,
	"keywords" text[] DEFAULT '{}' NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"message" text,
	"task_id" text,
	"prototypes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"threshold" real,
	"spread" real,
	"precision_est" real,
	"seen_until" text DEFAULT '' NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sku_picture" (
	"sku_mark_id" text NOT NULL,
	"vlc_id" text NOT NULL,
	"is_excluded" boolean DEFAULT false NOT NULL,
	CONSTRAINT "sku_picture_sku_mark_id_vlc_id_pk" PRIMARY KEY("sku_mark_id","vlc_id")
);
--> statement-breakpoint
CREATE TABLE "upload_record" (
	"record_uuid" text PRIMARY KEY NOT NULL,
	"space_id" text NOT NULL,
	"project_id" text NOT NULL,
	"user_uid" text NOT NULL,
	"status" text DEFAULT 'uploading' NOT NULL,
	"file_name" text NOT NULL,
	"relative_path" text DEFAULT '' NOT NULL,
	"bytes" bigint NOT NULL,
	"received_bytes" bigint DEFAULT 0 NOT NULL,
	"sha256" text,
	"material_type" text NOT NULL,
	"material_sub_type" text,
	"same_name" text DEFAULT 'keep_both' NOT NULL,
	"message" text,
	"source_url" text,
	"task_id" text,
	"material_id" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "vlc_file" ADD COLUMN "is_free" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "material" ADD COLUMN "origin_url" text;--> statement-breakpoint
ALTER TABLE "material" ADD COLUMN "fps" real;--> statement-breakpoint
ALTER TABLE "material" ADD COLUMN "orientation" text;--> statement-breakpoint
ALTER TABLE "material" ADD COLUMN "cover_vlc_id" text;--> statement-breakpoint
ALTER TABLE "material" ADD COLUMN "preview_vlc_id" text;--> statement-breakpoint
ALTER TABLE "material" ADD COLUMN "sprite_vlc_id" text;--> statement-breakpoint
ALTER TABLE "material" ADD COLUMN "sprite" jsonb;--> statement-breakpoint
ALTER TABLE "material" ADD COLUMN "mezzanine_vlc_id" text;--> statement-breakpoint
ALTER TABLE "material" ADD COLUMN "analysis_status" text DEFAULT 'done' NOT NULL;--> statement-breakpoint
ALTER TABLE "material" ADD COLUMN "analysis_message" text;--> statement-breakpoint
ALTER TABLE "material" ADD COLUMN "analysis_task_id" text;--> statement-breakpoint
ALTER TABLE "material" ADD COLUMN "analysis_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "material" ADD COLUMN "quality" real;--> statement-breakpoint
ALTER TABLE "material" ADD COLUMN "has_speech" boolean;--> statement-breakpoint
ALTER TABLE "material" ADD COLUMN "shots_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "material" ADD COLUMN "tags" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "material" ADD COLUMN "tag_keys" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "material" ADD COLUMN "rights" jsonb;--> statement-breakpoint
ALTER TABLE "material" ADD COLUMN "rights_expires_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "material" ADD COLUMN "note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "material" ADD COLUMN "like_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "material" ADD COLUMN "used_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "material" ADD COLUMN "last_used_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "project" ADD COLUMN "is_demo" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "task" ADD COLUMN "is_quiet" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "analysis_batch" ADD CONSTRAINT "analysis_batch_project_id_project_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."project"("project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "correction" ADD CONSTRAINT "correction_material_id_material_material_id_fk" FOREIGN KEY ("material_id") REFERENCES "public"."material"("material_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person" ADD CONSTRAINT "person_space_id_space_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("space_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shot" ADD CONSTRAINT "shot_material_id_material_material_id_fk" FOREIGN KEY ("material_id") REFERENCES "public"."material"("material_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shot_face" ADD CONSTRAINT "shot_face_shot_id_shot_shot_id_fk" FOREIGN KEY ("shot_id") REFERENCES "public"."shot"("shot_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shot_face" ADD CONSTRAINT "shot_face_person_id_person_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("person_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "material_facts" ADD CONSTRAINT "material_facts_material_id_material_material_id_fk" FOREIGN KEY ("material_id") REFERENCES "public"."material"("material_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "material_like" ADD CONSTRAINT "material_like_material_id_material_material_id_fk" FOREIGN KEY ("material_id") REFERENCES "public"."material"("material_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share" ADD CONSTRAINT "share_space_id_space_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("space_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_item" ADD CONSTRAINT "share_item_record_uuid_share_record_uuid_fk" FOREIGN KEY ("record_uuid") REFERENCES "public"."share"("record_uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_item" ADD CONSTRAINT "share_item_material_id_material_material_id_fk" FOREIGN KEY ("material_id") REFERENCES "public"."material"("material_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shot_looks" ADD CONSTRAINT "shot_looks_shot_id_shot_shot_id_fk" FOREIGN KEY ("shot_id") REFERENCES "public"."shot"("shot_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sku_hit" ADD CONSTRAINT "sku_hit_sku_mark_id_sku_mark_sku_mark_id_fk" FOREIGN KEY ("sku_mark_id") REFERENCES "public"."sku_mark"("sku_mark_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sku_hit" ADD CONSTRAINT "sku_hit_shot_id_shot_shot_id_fk" FOREIGN KEY ("shot_id") REFERENCES "public"."shot"("shot_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sku_mark" ADD CONSTRAINT "sku_mark_space_id_space_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("space_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sku_mark" ADD CONSTRAINT "sku_mark_project_id_project_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."project"("project_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sku_picture" ADD CONSTRAINT "sku_picture_sku_mark_id_sku_mark_sku_mark_id_fk" FOREIGN KEY ("sku_mark_id") REFERENCES "public"."sku_mark"("sku_mark_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sku_picture" ADD CONSTRAINT "sku_picture_vlc_id_vlc_file_vlc_id_fk" FOREIGN KEY ("vlc_id") REFERENCES "public"."vlc_file"("vlc_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload_record" ADD CONSTRAINT "upload_record_space_id_space_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("space_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload_record" ADD CONSTRAINT "upload_record_project_id_project_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."project"("project_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload_record" ADD CONSTRAINT "upload_record_material_id_material_material_id_fk" FOREIGN KEY ("material_id") REFERENCES "public"."material"("material_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "correction_material" ON "correction" USING btree ("material_id");--> statement-breakpoint
CREATE INDEX "person_space" ON "person" USING btree ("space_id");--> statement-breakpoint
CREATE UNIQUE INDEX "shot_of_material" ON "shot" USING btree ("material_id","index");--> statement-breakpoint
CREATE INDEX "shot_space" ON "shot" USING btree ("space_id","shot_id" DESC NULLS FIRST) WHERE not is_hidden;--> statement-breakpoint
CREATE INDEX "shot_project" ON "shot" USING btree ("project_id","shot_id" DESC NULLS FIRST) WHERE not is_hidden;--> statement-breakpoint
-- Search asks these statistics how common a word is; a thousand words would call most of them common.
ALTER TABLE "shot" ALTER COLUMN "words" SET STATISTICS 1000;--> statement-breakpoint
CREATE INDEX "shot_words" ON "shot" USING gin ("words");--> statement-breakpoint
CREATE INDEX "shot_look" ON "shot" USING gin ("look_cells");--> statement-breakpoint
CREATE INDEX "shot_face_shot" ON "shot_face" USING btree ("shot_id");--> statement-breakpoint
CREATE INDEX "shot_face_person" ON "shot_face" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "material_like_of" ON "material_like" USING btree ("material_id");--> statement-breakpoint
CREATE INDEX "share_space" ON "share" USING btree ("space_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "share_item_material" ON "share_item" USING btree ("material_id");--> statement-breakpoint
CREATE INDEX "sku_hit_best" ON "sku_hit" USING btree ("sku_mark_id","confidence" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "sku_mark_project" ON "sku_mark" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "upload_record_project" ON "upload_record" USING btree ("project_id","record_uuid" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "vlc_file_bytes" ON "vlc_file" USING btree ("space_id","bytes");--> statement-breakpoint
CREATE INDEX "upload_record_expiry" ON "upload_record" USING btree ("expires_at") WHERE status in ('uploading', 'verifying');--> statement-breakpoint
CREATE INDEX "material_project" ON "material" USING btree ("project_id","material_id" DESC NULLS FIRST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "material_project_type" ON "material" USING btree ("project_id","material_type","material_id" DESC NULLS FIRST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "material_bin" ON "material" USING btree ("space_id","project_id","deleted_at" DESC NULLS FIRST) WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "material_analysis" ON "material" USING btree ("project_id","analysis_status") WHERE analysis_status <> 'done';--> statement-breakpoint
CREATE INDEX "material_by_name" ON "material" USING btree ("project_id","material_name","material_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "material_by_duration" ON "material" USING btree ("project_id",coalesce(duration, 0) desc,"material_id" DESC NULLS FIRST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "material_by_bytes" ON "material" USING btree ("project_id",coalesce(bytes, 0) desc,"material_id" DESC NULLS FIRST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "material_by_use" ON "material" USING btree ("project_id","used_count" DESC NULLS FIRST,"material_id" DESC NULLS FIRST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "material_by_quality" ON "material" USING btree ("project_id",coalesce(quality, 0) desc,"material_id" DESC NULLS FIRST) WHERE deleted_at is null;--> statement-breakpoint
CREATE TABLE "sku_verdict" (
	"sku_mark_id" text NOT NULL,
	"material_id" text NOT NULL,
	"at_ms" integer NOT NULL,
	"verdict" text NOT NULL,
	"vectors" "bytea" NOT NULL,
	"user_uid" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sku_verdict_sku_mark_id_material_id_at_ms_pk" PRIMARY KEY("sku_mark_id","material_id","at_ms")
);
--> statement-breakpoint
ALTER TABLE "sku_verdict" ADD CONSTRAINT "sku_verdict_sku_mark_id_sku_mark_sku_mark_id_fk" FOREIGN KEY ("sku_mark_id") REFERENCES "public"."sku_mark"("sku_mark_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sku_verdict" ADD CONSTRAINT "sku_verdict_material_id_material_material_id_fk" FOREIGN KEY ("material_id") REFERENCES "public"."material"("material_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sku_verdict_material" ON "sku_verdict" USING btree ("material_id");--> statement-breakpoint
CREATE INDEX "sku_hit_shot" ON "sku_hit" USING btree ("shot_id");--> statement-breakpoint
-- What a material is found by: its tags, each character and each pair of neighbouring characters of its name, its owners.
CREATE FUNCTION material_keys(space_id text, project_id text, material_name text, tag_keys text[]) RETURNS text[]
	LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT tag_keys || ARRAY['space:' || space_id, 'project:' || coalesce(project_id, '')] || ARRAY(
		SELECT 'name:' || substr(lower(material_name), n, size)
		FROM generate_series(1, least(length(material_name), 255)) n, generate_series(1, 2) size)
$$;
--> statement-breakpoint
CREATE INDEX "material_keys" ON "material" USING gin (material_keys(space_id, project_id, material_name, tag_keys));--> statement-breakpoint
-- Once a statement rather than once a row: a thousand materials that get one tag would update its count a thousand times.
CREATE FUNCTION keep_tag_count() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- In one order, so that two statements that count the same tags wait for each other instead of failing.
	IF TG_OP = 'INSERT' THEN
		INSERT INTO tag_count (space_id, project_id, material_type, tag_key, count)
		SELECT space_id, coalesce(project_id, ''), material_type, key, count(*)
		FROM come, unnest(tag_keys) key WHERE deleted_at IS NULL GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
		ON CONFLICT (space_id, project_id, material_type, tag_key) DO UPDATE SET count = tag_count.count + excluded.count;
	ELSIF TG_OP = 'DELETE' THEN
		INSERT INTO tag_count (space_id, project_id, material_type, tag_key, count)
		SELECT space_id, coalesce(project_id, ''), material_type, key, -count(*)
		FROM gone, unnest(tag_keys) key WHERE deleted_at IS NULL GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
		ON CONFLICT (space_id, project_id, material_type, tag_key) DO UPDATE SET count = tag_count.count + excluded.count;
	ELSE
		INSERT INTO tag_count (space_id, project_id, material_type, tag_key, count)
		SELECT space_id, project_id, material_type, key, sum(step) FROM (
			SELECT space_id, coalesce(project_id, '') AS project_id, material_type, key, 1 AS step
			FROM come, unnest(tag_keys) key WHERE deleted_at IS NULL
			UNION ALL
			SELECT space_id, coalesce(project_id, ''), material_type, key, -1
			FROM gone, unnest(tag_keys) key WHERE deleted_at IS NULL
		) steps GROUP BY 1, 2, 3, 4 HAVING sum(step) <> 0 ORDER BY 1, 2, 3, 4
		ON CONFLICT (space_id, project_id, material_type, tag_key) DO UPDATE SET count = tag_count.count + excluded.count;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER material_tags_come AFTER INSERT ON material
	REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION keep_tag_count();
--> statement-breakpoint
CREATE TRIGGER material_tags_gone AFTER DELETE ON material
	REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION keep_tag_count();
--> statement-breakpoint
CREATE TRIGGER material_tags_change AFTER UPDATE ON material
	REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION keep_tag_count();
