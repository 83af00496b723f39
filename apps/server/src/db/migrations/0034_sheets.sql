CREATE TABLE "sheet" (
	"sheet_id" text PRIMARY KEY NOT NULL,
	"space_id" text NOT NULL,
	"project_id" text NOT NULL,
	"sheet_name" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"background" jsonb NOT NULL,
	"guides" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"ai_origin" boolean DEFAULT false NOT NULL,
	"material_id" text,
	"cover_vlc_id" text,
	"created_by" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "sheet_file" (
	"sheet_id" text NOT NULL,
	"vlc_id" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"ai_origin" boolean NOT NULL,
	CONSTRAINT "sheet_file_sheet_id_vlc_id_pk" PRIMARY KEY("sheet_id","vlc_id")
);
--> statement-breakpoint
CREATE TABLE "sheet_layer" (
	"sheet_id" text NOT NULL,
	"layer_id" text NOT NULL,
	"rank" text NOT NULL,
	"kind" text NOT NULL,
	"layer_name" text NOT NULL,
	"group_id" text,
	"x" double precision NOT NULL,
	"y" double precision NOT NULL,
	"width" double precision NOT NULL,
	"height" double precision NOT NULL,
	"rotation" double precision NOT NULL,
	"opacity" double precision NOT NULL,
	"blend" text NOT NULL,
	"shadow" jsonb,
	"is_hidden" boolean NOT NULL,
	"is_locked" boolean NOT NULL,
	"mask" jsonb,
	"picture" jsonb,
	"text" jsonb,
	"shape" jsonb,
	CONSTRAINT "sheet_layer_sheet_id_layer_id_pk" PRIMARY KEY("sheet_id","layer_id")
);
--> statement-breakpoint
ALTER TABLE "sheet" ADD CONSTRAINT "sheet_space_id_space_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("space_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sheet" ADD CONSTRAINT "sheet_project_id_project_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."project"("project_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sheet_file" ADD CONSTRAINT "sheet_file_sheet_id_sheet_sheet_id_fk" FOREIGN KEY ("sheet_id") REFERENCES "public"."sheet"("sheet_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sheet_layer" ADD CONSTRAINT "sheet_layer_sheet_id_sheet_sheet_id_fk" FOREIGN KEY ("sheet_id") REFERENCES "public"."sheet"("sheet_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sheet_list" ON "sheet" USING btree ("space_id","project_id","updated_at");--> statement-breakpoint
CREATE INDEX "sheet_file_vlc" ON "sheet_file" USING btree ("vlc_id");