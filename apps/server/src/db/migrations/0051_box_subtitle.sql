CREATE TABLE "box_subtitle" (
	"material_id" text PRIMARY KEY NOT NULL,
	"vlc_id" text NOT NULL,
	"revision" integer NOT NULL,
	"subtitles" jsonb,
	"updated_by" text NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "box_subtitle" ADD CONSTRAINT "box_subtitle_material_id_material_material_id_fk" FOREIGN KEY ("material_id") REFERENCES "public"."material"("material_id") ON DELETE cascade ON UPDATE no action;