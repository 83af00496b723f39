CREATE TABLE "artwork_words" (
	"artwork_id" text PRIMARY KEY NOT NULL,
	"artwork_name" text NOT NULL,
	"moments" jsonb NOT NULL,
	"words" "tsvector" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "artwork_words" ADD CONSTRAINT "artwork_words_artwork_id_artwork_artwork_id_fk" FOREIGN KEY ("artwork_id") REFERENCES "public"."artwork"("artwork_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "artwork_words_words" ON "artwork_words" USING gin ("words");