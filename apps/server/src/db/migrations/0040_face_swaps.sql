CREATE TABLE "face" (
	"face_id" text PRIMARY KEY NOT NULL,
	"space_id" text NOT NULL,
	"face_name" text NOT NULL,
	"pictures" jsonb NOT NULL,
	"consent" jsonb NOT NULL,
	"withdrawal" jsonb,
	"created_by" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "face_swap" (
	"swap_id" text PRIMARY KEY NOT NULL,
	"swap_name" text NOT NULL,
	"space_id" text NOT NULL,
	"project_id" text NOT NULL,
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
	"figures" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"groups" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text,
	"find_task_id" text,
	"make_task_id" text,
	"preview" jsonb,
	"result" jsonb,
	"created_by" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "face_use" (
	"face_id" text NOT NULL,
	"sha256" text NOT NULL,
	"swap_id" text NOT NULL,
	"space_id" text NOT NULL,
	"made_name" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "face_use_face_id_sha256_pk" PRIMARY KEY("face_id","sha256")
);
--> statement-breakpoint
CREATE TABLE "withheld_content" (
	"space_id" text NOT NULL,
	"sha256" text NOT NULL,
	"reason" text NOT NULL,
	"withheld_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "withheld_content_space_id_sha256_pk" PRIMARY KEY("space_id","sha256")
);
--> statement-breakpoint
ALTER TABLE "face" ADD CONSTRAINT "face_space_id_space_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("space_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "face_swap" ADD CONSTRAINT "face_swap_space_id_space_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("space_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "face_swap" ADD CONSTRAINT "face_swap_project_id_project_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."project"("project_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "face_use" ADD CONSTRAINT "face_use_face_id_face_face_id_fk" FOREIGN KEY ("face_id") REFERENCES "public"."face"("face_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withheld_content" ADD CONSTRAINT "withheld_content_space_id_space_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("space_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "face_space" ON "face" USING btree ("space_id");--> statement-breakpoint
CREATE INDEX "face_swap_project" ON "face_swap" USING btree ("project_id","swap_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "face_use_content" ON "face_use" USING btree ("sha256");