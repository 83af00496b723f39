CREATE TABLE "shot_match" (
	"shot_id" text PRIMARY KEY NOT NULL,
	"model" text NOT NULL,
	"cover_vlc_id" text NOT NULL,
	"vector" "bytea" NOT NULL,
	"ground" real NOT NULL,
	"words" text[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "shot_match" ADD CONSTRAINT "shot_match_shot_id_shot_shot_id_fk" FOREIGN KEY ("shot_id") REFERENCES "public"."shot"("shot_id") ON DELETE cascade ON UPDATE no action;