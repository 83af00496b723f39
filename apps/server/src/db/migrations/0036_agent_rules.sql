CREATE TABLE "agent_rule" (
	"space_id" text PRIMARY KEY NOT NULL,
	"approval_rows" integer NOT NULL,
	"month_minutes" integer NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "agent_batch" ADD COLUMN "asked_by" text;--> statement-breakpoint
ALTER TABLE "agent_batch" ADD COLUMN "asked_key" text;--> statement-breakpoint
ALTER TABLE "agent_rule" ADD CONSTRAINT "agent_rule_space_id_space_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("space_id") ON DELETE cascade ON UPDATE no action;