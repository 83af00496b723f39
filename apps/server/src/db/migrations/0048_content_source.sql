CREATE TABLE "content_source" (
	"space_id" text NOT NULL,
	"sha256" text NOT NULL,
	"source_sha256" text NOT NULL,
	CONSTRAINT "content_source_space_id_source_sha256_sha256_pk" PRIMARY KEY("space_id","source_sha256","sha256")
);
--> statement-breakpoint
ALTER TABLE "content_source" ADD CONSTRAINT "content_source_space_id_space_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("space_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_source" ADD CONSTRAINT "content_source_sha256_stored_object_sha256_fk" FOREIGN KEY ("sha256") REFERENCES "public"."stored_object"("sha256") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "content_source_made" ON "content_source" USING btree ("sha256");