CREATE TABLE "ai_job" (
	"job_id" text PRIMARY KEY NOT NULL,
	"task_id" text NOT NULL,
	"step" text NOT NULL,
	"space_id" text NOT NULL,
	"ability" text NOT NULL,
	"engine" text NOT NULL,
	"account" text NOT NULL,
	"state" text NOT NULL,
	"ticket" jsonb,
	"output" jsonb,
	"error" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"submitted_at" timestamp(3) with time zone,
	"ended_at" timestamp(3) with time zone
);
--> statement-breakpoint
ALTER TABLE "ai_usage" ADD COLUMN "amount" double precision DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "ai_job" ADD CONSTRAINT "ai_job_space_id_space_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("space_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "ai_job_step" ON "ai_job" USING btree ("task_id","step");--> statement-breakpoint
CREATE INDEX "ai_job_account" ON "ai_job" USING btree ("account","state");--> statement-breakpoint
UPDATE "ai_usage" SET "amount" = CASE WHEN "ability" = 'speech' THEN "characters" ELSE "seconds" END;--> statement-breakpoint
ALTER TABLE "ai_usage" DROP COLUMN "characters";--> statement-breakpoint
ALTER TABLE "ai_usage" DROP COLUMN "seconds";