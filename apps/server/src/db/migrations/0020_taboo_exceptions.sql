CREATE TABLE "taboo_exception" (
	"exception_id" text PRIMARY KEY NOT NULL,
	"space_id" text NOT NULL,
	"word" text NOT NULL,
	"note" text NOT NULL,
	"allowed_by" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "taboo_exception" ADD CONSTRAINT "taboo_exception_space_id_space_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("space_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "taboo_exception_word" ON "taboo_exception" USING btree ("space_id","word");