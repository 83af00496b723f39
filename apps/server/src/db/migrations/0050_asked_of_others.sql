ALTER TABLE "agent_batch" ADD COLUMN "ask" jsonb;--> statement-breakpoint
UPDATE "agent_batch" SET "ask" = jsonb_build_object(
  'user_uid', "asked_by",
  'key', "asked_key",
  'row_ids', (
    SELECT coalesce(jsonb_agg("agent_row"."row_id" ORDER BY "agent_row"."rank"), '[]'::jsonb) FROM "agent_row"
    WHERE "agent_row"."agent_batch_config_id" = "agent_batch"."agent_batch_config_id"),
  'asked_at', to_char("updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'answer', null
) WHERE "asked_by" IS NOT NULL AND "asked_key" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "agent_batch_asked" ON "agent_batch" USING btree ("space_id") WHERE "agent_batch"."ask" is not null;--> statement-breakpoint
ALTER TABLE "agent_batch" DROP COLUMN "asked_by";--> statement-breakpoint
ALTER TABLE "agent_batch" DROP COLUMN "asked_key";
