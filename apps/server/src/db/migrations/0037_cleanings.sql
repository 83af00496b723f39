CREATE TABLE "clean" (
	"clean_id" text PRIMARY KEY NOT NULL,
	"space_id" text NOT NULL,
	"project_id" text NOT NULL,
	"batch_id" text NOT NULL,
	"material_id" text NOT NULL,
	"vlc_id" text NOT NULL,
	"sha256" text NOT NULL,
	"material_name" text NOT NULL,
	"content_type" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"fps" real NOT NULL,
	"duration_ms" bigint NOT NULL,
	"cuts_ms" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"marks" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"notices" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text,
	"find_task_id" text,
	"make_task_id" text,
	"declaration" jsonb,
	"result" jsonb,
	"created_by" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "material" ADD COLUMN "made_of_id" text;--> statement-breakpoint
ALTER TABLE "clean" ADD CONSTRAINT "clean_space_id_space_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("space_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clean" ADD CONSTRAINT "clean_project_id_project_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."project"("project_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "clean_project" ON "clean" USING btree ("project_id","clean_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "clean_batch" ON "clean" USING btree ("batch_id");