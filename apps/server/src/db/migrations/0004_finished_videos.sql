CREATE TABLE "artwork_comment" (
	"comment_id" text PRIMARY KEY NOT NULL,
	"space_id" text NOT NULL,
	"artwork_id" text NOT NULL,
	"at_ms" integer,
	"text" text NOT NULL,
	"is_resolved" boolean DEFAULT false NOT NULL,
	"user_uid" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "artwork_mark" (
	"artwork_id" text NOT NULL,
	"checkbox_id" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "artwork_mark_artwork_id_checkbox_id_pk" PRIMARY KEY("artwork_id","checkbox_id")
);
--> statement-breakpoint
CREATE TABLE "checkbox" (
	"checkbox_id" text PRIMARY KEY NOT NULL,
	"space_id" text NOT NULL,
	"checkbox_name" text NOT NULL,
	"colour" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "draft_setting" (
	"user_uid" text PRIMARY KEY NOT NULL,
	"setting" jsonb NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "delivery" (
	"task_id" text PRIMARY KEY NOT NULL,
	"space_id" text NOT NULL,
	"vlc_id" text NOT NULL,
	"file_name" text NOT NULL,
	"bytes" bigint NOT NULL,
	"notes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stored_part" (
	"sha256" text NOT NULL,
	"part_sha256" text NOT NULL,
	CONSTRAINT "stored_part_sha256_part_sha256_pk" PRIMARY KEY("sha256","part_sha256")
);
--> statement-breakpoint
CREATE TABLE "label_log" (
	"log_id" text PRIMARY KEY NOT NULL,
	"space_id" text NOT NULL,
	"user_uid" text NOT NULL,
	"user_name" text NOT NULL,
	"file_name" text NOT NULL,
	"vlc_id" text NOT NULL,
	"artwork_id" text,
	"address" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "artwork_signature" (
	"artwork_id" text PRIMARY KEY NOT NULL,
	"space_id" text NOT NULL,
	"seconds" integer NOT NULL,
	"picture" "bytea" NOT NULL,
	"sound" "bytea" NOT NULL,
	"text" text NOT NULL,
	"version" integer NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "likeness_report" (
	"task_id" text PRIMARY KEY NOT NULL,
	"space_id" text NOT NULL,
	"report" jsonb NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "likeness_setting" (
	"space_id" text PRIMARY KEY NOT NULL,
	"setting" jsonb NOT NULL,
	"updated_by" text NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ai_usage" DROP CONSTRAINT "ai_usage_space_id_space_space_id_fk";
--> statement-breakpoint
ALTER TABLE "person" DROP CONSTRAINT "person_space_id_space_space_id_fk";
--> statement-breakpoint
ALTER TABLE "artwork" DROP CONSTRAINT "artwork_space_id_space_space_id_fk";
--> statement-breakpoint
ALTER TABLE "dir" DROP CONSTRAINT "dir_space_id_space_space_id_fk";
--> statement-breakpoint
ALTER TABLE "ai_audio" DROP CONSTRAINT "ai_audio_space_id_space_space_id_fk";
--> statement-breakpoint
ALTER TABLE "mproject" DROP CONSTRAINT "mproject_space_id_space_space_id_fk";
--> statement-breakpoint
ALTER TABLE "own_music" DROP CONSTRAINT "own_music_space_id_space_space_id_fk";
--> statement-breakpoint
ALTER TABLE "share" DROP CONSTRAINT "share_space_id_space_space_id_fk";
--> statement-breakpoint
ALTER TABLE "sku_mark" DROP CONSTRAINT "sku_mark_space_id_space_space_id_fk";
--> statement-breakpoint
ALTER TABLE "template" DROP CONSTRAINT "template_space_id_space_space_id_fk";
--> statement-breakpoint
ALTER TABLE "upload_record" DROP CONSTRAINT "upload_record_space_id_space_space_id_fk";
--> statement-breakpoint
ALTER TABLE "pronunciation" DROP CONSTRAINT "pronunciation_space_id_space_space_id_fk";
--> statement-breakpoint
ALTER TABLE "speech" DROP CONSTRAINT "speech_space_id_space_space_id_fk";
--> statement-breakpoint
ALTER TABLE "artwork" ADD COLUMN "timeline" jsonb;--> statement-breakpoint
ALTER TABLE "artwork" ADD COLUMN "review_state" text DEFAULT 'waiting' NOT NULL;--> statement-breakpoint
ALTER TABLE "artwork" ADD COLUMN "reviewed_by" text;--> statement-breakpoint
ALTER TABLE "artwork" ADD COLUMN "reviewed_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "artwork" ADD COLUMN "note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "artwork" ADD COLUMN "download_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "dir" ADD COLUMN "rule" jsonb;--> statement-breakpoint
ALTER TABLE "stored_object" ADD COLUMN "crc32" bigint;--> statement-breakpoint
ALTER TABLE "task" ADD COLUMN "work" real DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "space" ADD COLUMN "label_duty_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "space" ADD COLUMN "label_duty_by" text;--> statement-breakpoint
ALTER TABLE "space" ADD COLUMN "label_duty_version" integer;--> statement-breakpoint
ALTER TABLE "artwork_comment" ADD CONSTRAINT "artwork_comment_artwork_id_artwork_artwork_id_fk" FOREIGN KEY ("artwork_id") REFERENCES "public"."artwork"("artwork_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "artwork_mark" ADD CONSTRAINT "artwork_mark_artwork_id_artwork_artwork_id_fk" FOREIGN KEY ("artwork_id") REFERENCES "public"."artwork"("artwork_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "artwork_mark" ADD CONSTRAINT "artwork_mark_checkbox_id_checkbox_checkbox_id_fk" FOREIGN KEY ("checkbox_id") REFERENCES "public"."checkbox"("checkbox_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkbox" ADD CONSTRAINT "checkbox_space_id_space_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("space_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_vlc_id_vlc_file_vlc_id_fk" FOREIGN KEY ("vlc_id") REFERENCES "public"."vlc_file"("vlc_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stored_part" ADD CONSTRAINT "stored_part_sha256_stored_object_sha256_fk" FOREIGN KEY ("sha256") REFERENCES "public"."stored_object"("sha256") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stored_part" ADD CONSTRAINT "stored_part_part_sha256_stored_object_sha256_fk" FOREIGN KEY ("part_sha256") REFERENCES "public"."stored_object"("sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "artwork_signature" ADD CONSTRAINT "artwork_signature_artwork_id_artwork_artwork_id_fk" FOREIGN KEY ("artwork_id") REFERENCES "public"."artwork"("artwork_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "likeness_report" ADD CONSTRAINT "likeness_report_task_id_task_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."task"("task_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "likeness_setting" ADD CONSTRAINT "likeness_setting_space_id_space_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("space_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "artwork_comment_artwork" ON "artwork_comment" USING btree ("artwork_id","at_ms");--> statement-breakpoint
CREATE INDEX "artwork_mark_checkbox" ON "artwork_mark" USING btree ("checkbox_id");--> statement-breakpoint
CREATE INDEX "checkbox_space" ON "checkbox" USING btree ("space_id");--> statement-breakpoint
CREATE INDEX "delivery_expires" ON "delivery" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "stored_part_part" ON "stored_part" USING btree ("part_sha256");--> statement-breakpoint
CREATE INDEX "label_log_space" ON "label_log" USING btree ("space_id","created_at");--> statement-breakpoint
CREATE INDEX "artwork_signature_space" ON "artwork_signature" USING btree ("space_id","created_at");--> statement-breakpoint
ALTER TABLE "ai_usage" ADD CONSTRAINT "ai_usage_space_id_space_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("space_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person" ADD CONSTRAINT "person_space_id_space_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("space_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "artwork" ADD CONSTRAINT "artwork_space_id_space_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("space_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dir" ADD CONSTRAINT "dir_space_id_space_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("space_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_audio" ADD CONSTRAINT "ai_audio_space_id_space_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("space_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mproject" ADD CONSTRAINT "mproject_space_id_space_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("space_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "own_music" ADD CONSTRAINT "own_music_space_id_space_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("space_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share" ADD CONSTRAINT "share_space_id_space_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("space_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sku_mark" ADD CONSTRAINT "sku_mark_space_id_space_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("space_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "template" ADD CONSTRAINT "template_space_id_space_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("space_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload_record" ADD CONSTRAINT "upload_record_space_id_space_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("space_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pronunciation" ADD CONSTRAINT "pronunciation_space_id_space_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("space_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "speech" ADD CONSTRAINT "speech_space_id_space_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("space_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "artwork_file" ON "artwork" USING btree ("vlc_id");--> statement-breakpoint
CREATE INDEX "artwork_live" ON "artwork" USING btree ("project_id","dir_id","artwork_id","mproject_id","review_state","ai_origin","width","height","created_at","duration") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "artwork_bin" ON "artwork" USING btree ("deleted_at") WHERE deleted_at is not null;