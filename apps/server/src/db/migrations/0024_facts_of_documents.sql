CREATE TABLE "fact" (
	"document_id" text NOT NULL,
	"fact_id" text NOT NULL,
	"rank" text NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"value" text NOT NULL,
	"unit" text NOT NULL,
	"source" jsonb,
	"locked" boolean NOT NULL,
	CONSTRAINT "fact_document_id_fact_id_pk" PRIMARY KEY("document_id","fact_id")
);
--> statement-breakpoint
CREATE TABLE "fact_acceptance" (
	"document_id" text NOT NULL,
	"acceptance_id" text NOT NULL,
	"place_id" text NOT NULL,
	"said" text NOT NULL,
	"sheet" text NOT NULL,
	"accepted_by" text NOT NULL,
	"accepted_by_name" text NOT NULL,
	"accepted_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "fact_acceptance_document_id_acceptance_id_pk" PRIMARY KEY("document_id","acceptance_id")
);
--> statement-breakpoint
ALTER TABLE "fact" ADD CONSTRAINT "fact_document_id_document_document_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."document"("document_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fact_acceptance" ADD CONSTRAINT "fact_acceptance_document_id_document_document_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."document"("document_id") ON DELETE cascade ON UPDATE no action;