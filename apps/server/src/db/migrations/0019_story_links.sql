CREATE TABLE "story_link" (
	"shooting_id" text PRIMARY KEY NOT NULL,
	"mproject_id" text NOT NULL,
	"story_board_id" text NOT NULL,
	"row_id" text NOT NULL,
	"line" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "story_link" ADD CONSTRAINT "story_link_mproject_id_mproject_mproject_id_fk" FOREIGN KEY ("mproject_id") REFERENCES "public"."mproject"("mproject_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "story_link" ADD CONSTRAINT "story_link_story_board_id_story_board_story_board_id_fk" FOREIGN KEY ("story_board_id") REFERENCES "public"."story_board"("story_board_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "story_link_board" ON "story_link" USING btree ("story_board_id","row_id");--> statement-breakpoint
CREATE INDEX "story_link_mix" ON "story_link" USING btree ("mproject_id");