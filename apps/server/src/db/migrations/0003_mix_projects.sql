CREATE TABLE "artwork" (
	"artwork_id" text PRIMARY KEY NOT NULL,
	"space_id" text NOT NULL,
	"project_id" text NOT NULL,
	"dir_id" text NOT NULL,
	"artwork_name" text NOT NULL,
	"mproject_id" text,
	"candidate_id" text,
	"picks" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"vlc_id" text NOT NULL,
	"cover_vlc_id" text,
	"duration" real NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"bytes" bigint NOT NULL,
	"ai_origin" boolean NOT NULL,
	"task_id" text,
	"created_by" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "dir" (
	"dir_id" text PRIMARY KEY NOT NULL,
	"space_id" text NOT NULL,
	"project_id" text NOT NULL,
	"parent_id" text,
	"dir_name" text NOT NULL,
	"mproject_id" text,
	"created_by" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "candidate" (
	"candidate_id" text PRIMARY KEY NOT NULL,
	"space_id" text NOT NULL,
	"mproject_id" text NOT NULL,
	"number" integer NOT NULL,
	"signature" text NOT NULL,
	"picks" jsonb NOT NULL,
	"duration" real NOT NULL,
	"most_likeness" real NOT NULL,
	"mean_likeness" real NOT NULL,
	"closest_id" text,
	"is_picked" boolean DEFAULT true NOT NULL,
	"is_excluded" boolean DEFAULT false NOT NULL,
	"artwork_id" text,
	"exported_key" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "export_video" (
	"export_video_id" text PRIMARY KEY NOT NULL,
	"space_id" text NOT NULL,
	"mproject_id" text NOT NULL,
	"task_id" text NOT NULL,
	"candidate_id" text NOT NULL,
	"number" integer NOT NULL,
	"picks" jsonb NOT NULL,
	"file_name" text NOT NULL,
	"dir_id" text NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"progress" real DEFAULT 0 NOT NULL,
	"error" text,
	"artwork_id" text,
	"finished_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "render_cost" (
	"kind" text PRIMARY KEY NOT NULL,
	"cpu_seconds" real NOT NULL,
	"samples" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "caption_position" (
	"position_id" text PRIMARY KEY NOT NULL,
	"space_id" text NOT NULL,
	"mproject_id" text NOT NULL,
	"position_name" text NOT NULL,
	"position" jsonb NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mproject" (
	"mproject_id" text PRIMARY KEY NOT NULL,
	"space_id" text NOT NULL,
	"project_id" text NOT NULL,
	"mproject_name" text NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"config" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"template_name" text,
	"template_config" jsonb,
	"revision" integer DEFAULT 1 NOT NULL,
	"plan_revision" integer DEFAULT 1 NOT NULL,
	"planned_revision" integer DEFAULT 0 NOT NULL,
	"is_demo" boolean DEFAULT false NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "shooting" (
	"shooting_id" text PRIMARY KEY NOT NULL,
	"space_id" text NOT NULL,
	"mproject_id" text NOT NULL,
	"position" integer NOT NULL,
	"shooting_name" text DEFAULT '' NOT NULL,
	"scripts" jsonb NOT NULL,
	"config" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "video_clip" (
	"video_clip_id" text PRIMARY KEY NOT NULL,
	"space_id" text NOT NULL,
	"mproject_id" text NOT NULL,
	"pool" text NOT NULL,
	"shooting_id" text,
	"position" integer NOT NULL,
	"material_id" text NOT NULL,
	"shot_id" text,
	"start_ms" integer NOT NULL,
	"end_ms" integer NOT NULL,
	"speed" real DEFAULT 1 NOT NULL,
	"volume" real DEFAULT 1 NOT NULL,
	"fit" text,
	"crop" jsonb,
	"is_mirrored" boolean DEFAULT false NOT NULL,
	"is_pinned" boolean DEFAULT false NOT NULL,
	"is_excluded" boolean DEFAULT false NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "template" (
	"template_id" text PRIMARY KEY NOT NULL,
	"space_id" text NOT NULL,
	"template_name" text NOT NULL,
	"template_type" text NOT NULL,
	"config" jsonb NOT NULL,
	"shootings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"use_count" integer DEFAULT 0 NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp(3) with time zone
);
--> statement-breakpoint
ALTER TABLE "artwork" ADD CONSTRAINT "artwork_space_id_space_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("space_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "artwork" ADD CONSTRAINT "artwork_project_id_project_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."project"("project_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "artwork" ADD CONSTRAINT "artwork_dir_id_dir_dir_id_fk" FOREIGN KEY ("dir_id") REFERENCES "public"."dir"("dir_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "artwork" ADD CONSTRAINT "artwork_vlc_id_vlc_file_vlc_id_fk" FOREIGN KEY ("vlc_id") REFERENCES "public"."vlc_file"("vlc_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dir" ADD CONSTRAINT "dir_space_id_space_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("space_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dir" ADD CONSTRAINT "dir_project_id_project_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."project"("project_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "candidate" ADD CONSTRAINT "candidate_mproject_id_mproject_mproject_id_fk" FOREIGN KEY ("mproject_id") REFERENCES "public"."mproject"("mproject_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "export_video" ADD CONSTRAINT "export_video_mproject_id_mproject_mproject_id_fk" FOREIGN KEY ("mproject_id") REFERENCES "public"."mproject"("mproject_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "export_video" ADD CONSTRAINT "export_video_task_id_task_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."task"("task_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "caption_position" ADD CONSTRAINT "caption_position_mproject_id_mproject_mproject_id_fk" FOREIGN KEY ("mproject_id") REFERENCES "public"."mproject"("mproject_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mproject" ADD CONSTRAINT "mproject_space_id_space_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("space_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mproject" ADD CONSTRAINT "mproject_project_id_project_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."project"("project_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shooting" ADD CONSTRAINT "shooting_mproject_id_mproject_mproject_id_fk" FOREIGN KEY ("mproject_id") REFERENCES "public"."mproject"("mproject_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "video_clip" ADD CONSTRAINT "video_clip_mproject_id_mproject_mproject_id_fk" FOREIGN KEY ("mproject_id") REFERENCES "public"."mproject"("mproject_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "video_clip" ADD CONSTRAINT "video_clip_shooting_id_shooting_shooting_id_fk" FOREIGN KEY ("shooting_id") REFERENCES "public"."shooting"("shooting_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "video_clip" ADD CONSTRAINT "video_clip_material_id_material_material_id_fk" FOREIGN KEY ("material_id") REFERENCES "public"."material"("material_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "template" ADD CONSTRAINT "template_space_id_space_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("space_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "artwork_dir" ON "artwork" USING btree ("dir_id","artwork_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "artwork_project" ON "artwork" USING btree ("project_id","artwork_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "artwork_mproject" ON "artwork" USING btree ("mproject_id","artwork_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "dir_project" ON "dir" USING btree ("project_id","parent_id");--> statement-breakpoint
CREATE UNIQUE INDEX "candidate_signature" ON "candidate" USING btree ("mproject_id","signature");--> statement-breakpoint
CREATE INDEX "candidate_number" ON "candidate" USING btree ("mproject_id","number");--> statement-breakpoint
CREATE INDEX "export_video_task" ON "export_video" USING btree ("task_id","number");--> statement-breakpoint
CREATE INDEX "export_video_mproject" ON "export_video" USING btree ("mproject_id","export_video_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "caption_position_mproject" ON "caption_position" USING btree ("mproject_id");--> statement-breakpoint
CREATE INDEX "mproject_list" ON "mproject" USING btree ("project_id","updated_at");--> statement-breakpoint
CREATE INDEX "shooting_mproject" ON "shooting" USING btree ("mproject_id","position");--> statement-breakpoint
CREATE INDEX "video_clip_mproject" ON "video_clip" USING btree ("mproject_id","position");--> statement-breakpoint
CREATE INDEX "video_clip_material" ON "video_clip" USING btree ("material_id");--> statement-breakpoint
CREATE INDEX "template_list" ON "template" USING btree ("space_id","template_type");