ALTER TABLE "artwork" ADD COLUMN "cover_full_vlc_id" text;--> statement-breakpoint
ALTER TABLE "artwork" ADD COLUMN "cover" jsonb;--> statement-breakpoint
ALTER TABLE "candidate" ADD COLUMN "cover" jsonb;--> statement-breakpoint
ALTER TABLE "export_video" ADD COLUMN "cover" jsonb;--> statement-breakpoint
ALTER TABLE "material_facts" ADD COLUMN "stills" jsonb;