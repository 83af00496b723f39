ALTER TABLE "user_session" ADD COLUMN "scopes" text[];--> statement-breakpoint
ALTER TABLE "user_session" ADD COLUMN "token_name" text;--> statement-breakpoint
ALTER TABLE "user_session" ADD COLUMN "token_hint" text;--> statement-breakpoint
ALTER TABLE "user_session" ADD COLUMN "last_used_at" timestamp(3) with time zone;