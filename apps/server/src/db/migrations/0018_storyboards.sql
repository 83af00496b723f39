CREATE TABLE "shooting_script" (
	"story_board_id" text NOT NULL,
	"row_id" text NOT NULL,
	"rank" text NOT NULL,
	"section" text,
	"picture" text NOT NULL,
	"line" text NOT NULL,
	"caption" text NOT NULL,
	"shot_size" text,
	"angle" text,
	"camera_move" text,
	"duration_ms" integer,
	"scene" text NOT NULL,
	"people" text NOT NULL,
	"props" text NOT NULL,
	"sound" text NOT NULL,
	"note" text NOT NULL,
	"reference" jsonb,
	CONSTRAINT "shooting_script_story_board_id_row_id_pk" PRIMARY KEY("story_board_id","row_id")
);
--> statement-breakpoint
CREATE TABLE "story_board" (
	"story_board_id" text PRIMARY KEY NOT NULL,
	"space_id" text NOT NULL,
	"project_id" text NOT NULL,
	"board_name" text NOT NULL,
	"target_ms" integer,
	"voice_id" text,
	"rate" double precision DEFAULT 1 NOT NULL,
	"origin" text DEFAULT 'own' NOT NULL,
	"source_material_id" text,
	"created_by" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp(3) with time zone
);
--> statement-breakpoint
ALTER TABLE "shooting_script" ADD CONSTRAINT "shooting_script_story_board_id_story_board_story_board_id_fk" FOREIGN KEY ("story_board_id") REFERENCES "public"."story_board"("story_board_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "story_board" ADD CONSTRAINT "story_board_space_id_space_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("space_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "story_board" ADD CONSTRAINT "story_board_project_id_project_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."project"("project_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "story_board_list" ON "story_board" USING btree ("space_id","project_id","updated_at");