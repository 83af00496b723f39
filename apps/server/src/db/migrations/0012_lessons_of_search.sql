CREATE TABLE "search_lesson" (
	"lesson_id" text PRIMARY KEY NOT NULL,
	"space_id" text NOT NULL,
	"material_id" text NOT NULL,
	"at_ms" integer NOT NULL,
	"words" text[] NOT NULL,
	"look" "bytea",
	"tag_key" text,
	"user_uid" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "search_lesson" ADD CONSTRAINT "search_lesson_space_id_space_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("space_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_lesson" ADD CONSTRAINT "search_lesson_material_id_material_material_id_fk" FOREIGN KEY ("material_id") REFERENCES "public"."material"("material_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "search_lesson_space" ON "search_lesson" USING btree ("space_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "search_lesson_material" ON "search_lesson" USING btree ("material_id");