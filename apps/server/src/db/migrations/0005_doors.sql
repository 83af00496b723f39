ALTER TABLE "session_token" ADD COLUMN "opens" text;--> statement-breakpoint
ALTER TABLE "wrong_code" ADD COLUMN "guess_id" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "wrong_code_guess" ON "wrong_code" USING btree ("guess_id");