CREATE TABLE "glossary_term" (
	"term_id" text PRIMARY KEY NOT NULL,
	"space_id" text NOT NULL,
	"term" text NOT NULL,
	"language" text NOT NULL,
	"translation" text NOT NULL,
	"created_by" text NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "translation" (
	"copy_id" text PRIMARY KEY NOT NULL,
	"source_id" text NOT NULL,
	"language" text NOT NULL,
	"texts" jsonb NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "script" ADD COLUMN "second_text" text;--> statement-breakpoint
ALTER TABLE "glossary_term" ADD CONSTRAINT "glossary_term_space_id_space_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("space_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "translation" ADD CONSTRAINT "translation_copy_id_document_document_id_fk" FOREIGN KEY ("copy_id") REFERENCES "public"."document"("document_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "glossary_term_word" ON "glossary_term" USING btree ("space_id","language","term");--> statement-breakpoint
CREATE INDEX "translation_source" ON "translation" USING btree ("source_id","created_at");