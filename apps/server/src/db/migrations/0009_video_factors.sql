ALTER TABLE "artwork" ADD COLUMN "factors" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "candidate" ADD COLUMN "factors" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "export_video" ADD COLUMN "factors" jsonb DEFAULT '{}'::jsonb NOT NULL;