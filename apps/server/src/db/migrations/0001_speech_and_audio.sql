CREATE TABLE "ai_usage" (
	"day" date NOT NULL,
	"space_id" text NOT NULL,
	"engine" text NOT NULL,
	"ability" text NOT NULL,
	"calls" integer DEFAULT 0 NOT NULL,
	"cache_hits" integer DEFAULT 0 NOT NULL,
	"characters" integer DEFAULT 0 NOT NULL,
	"seconds" double precision DEFAULT 0 NOT NULL,
	"cpu_seconds" double precision DEFAULT 0 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"cost" double precision DEFAULT 0 NOT NULL,
	CONSTRAINT "ai_usage_day_space_id_engine_ability_pk" PRIMARY KEY("day","space_id","engine","ability")
);
--> statement-breakpoint
CREATE TABLE "ai_audio" (
	"ai_audio_id" text PRIMARY KEY NOT NULL,
	"space_id" text NOT NULL,
	"project_id" text NOT NULL,
	"audio_name" text NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"lines" jsonb NOT NULL,
	"music" jsonb,
	"target_lufs" double precision DEFAULT -14 NOT NULL,
	"ai_mark" text DEFAULT 'end' NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"rendition" jsonb,
	"material_id" text,
	"task_id" text,
	"error" text,
	"created_by" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "material_sound" (
	"material_id" text PRIMARY KEY NOT NULL,
	"peaks" jsonb NOT NULL,
	"words" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "music_facts" (
	"music_id" text PRIMARY KEY NOT NULL,
	"tempo" real,
	"energy" real NOT NULL,
	"beats" jsonb NOT NULL,
	"measured_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "own_music" (
	"music_id" text PRIMARY KEY NOT NULL,
	"space_id" text NOT NULL,
	"vlc_id" text NOT NULL,
	"title" text NOT NULL,
	"moods" jsonb NOT NULL,
	"duration" real NOT NULL,
	"is_ai_made" boolean NOT NULL,
	"licence" jsonb NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "pronunciation" (
	"pronunciation_id" text PRIMARY KEY NOT NULL,
	"space_id" text NOT NULL,
	"word" text NOT NULL,
	"reading" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "speech" (
	"speech_id" text PRIMARY KEY NOT NULL,
	"space_id" text NOT NULL,
	"speech_key" text NOT NULL,
	"vlc_id" text NOT NULL,
	"duration" real NOT NULL,
	"words" jsonb NOT NULL,
	"peaks" jsonb NOT NULL,
	"used_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "material" ADD COLUMN "ai_origin" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "ai_usage" ADD CONSTRAINT "ai_usage_space_id_space_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("space_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_audio" ADD CONSTRAINT "ai_audio_space_id_space_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("space_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_audio" ADD CONSTRAINT "ai_audio_project_id_project_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."project"("project_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "material_sound" ADD CONSTRAINT "material_sound_material_id_material_material_id_fk" FOREIGN KEY ("material_id") REFERENCES "public"."material"("material_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "own_music" ADD CONSTRAINT "own_music_space_id_space_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("space_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "own_music" ADD CONSTRAINT "own_music_vlc_id_vlc_file_vlc_id_fk" FOREIGN KEY ("vlc_id") REFERENCES "public"."vlc_file"("vlc_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pronunciation" ADD CONSTRAINT "pronunciation_space_id_space_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("space_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "speech" ADD CONSTRAINT "speech_space_id_space_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("space_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "speech" ADD CONSTRAINT "speech_vlc_id_vlc_file_vlc_id_fk" FOREIGN KEY ("vlc_id") REFERENCES "public"."vlc_file"("vlc_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ai_audio_list" ON "ai_audio" USING btree ("space_id","project_id","updated_at");--> statement-breakpoint
CREATE INDEX "own_music_space" ON "own_music" USING btree ("space_id");--> statement-breakpoint
CREATE UNIQUE INDEX "pronunciation_by_word" ON "pronunciation" USING btree ("space_id","word");--> statement-breakpoint
CREATE UNIQUE INDEX "speech_by_key" ON "speech" USING btree ("space_id","speech_key");--> statement-breakpoint
CREATE INDEX "speech_unused" ON "speech" USING btree ("used_at");--> statement-breakpoint
CREATE INDEX "speech_file" ON "speech" USING btree ("vlc_id");