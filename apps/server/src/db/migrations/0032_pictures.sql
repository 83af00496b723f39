CREATE TABLE "picture_prompt" (
	"prompt_id" text PRIMARY KEY NOT NULL,
	"space_id" text NOT NULL,
	"prompt" text NOT NULL,
	"negative" text DEFAULT '' NOT NULL,
	"hash" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "picture_sheet" (
	"generation_id" text NOT NULL,
	"vlc_id" text NOT NULL,
	"layout_name" text NOT NULL,
	"sheet" jsonb NOT NULL,
	CONSTRAINT "picture_sheet_generation_id_vlc_id_pk" PRIMARY KEY("generation_id","vlc_id")
);
--> statement-breakpoint
ALTER TABLE "picture_prompt" ADD CONSTRAINT "picture_prompt_space_id_space_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("space_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "picture_sheet" ADD CONSTRAINT "picture_sheet_generation_id_ai_generation_generation_id_fk" FOREIGN KEY ("generation_id") REFERENCES "public"."ai_generation"("generation_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "picture_prompt_once" ON "picture_prompt" USING btree ("space_id","hash");--> statement-breakpoint
CREATE INDEX "picture_prompt_space" ON "picture_prompt" USING btree ("space_id","prompt_id");