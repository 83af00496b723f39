ALTER TABLE "agent_batch" ADD COLUMN "ask" jsonb;--> statement-breakpoint
CREATE INDEX "agent_batch_asked" ON "agent_batch" USING btree ("space_id") WHERE "agent_batch"."ask" is not null;--> statement-breakpoint
ALTER TABLE "agent_batch" DROP COLUMN "asked_by";--> statement-breakpoint
ALTER TABLE "agent_batch" DROP COLUMN "asked_key";