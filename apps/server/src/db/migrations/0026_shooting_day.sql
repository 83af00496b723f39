CREATE TABLE "shoot_code" (
	"shoot_code_id" text PRIMARY KEY NOT NULL,
	"space_id" text NOT NULL,
	"story_board_id" text NOT NULL,
	"code_hash" text NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"revoked_at" timestamp(3) with time zone,
	"last_used_at" timestamp(3) with time zone,
	"created_by" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shoot_code_code_hash_unique" UNIQUE("code_hash")
);
--> statement-breakpoint
CREATE TABLE "shoot_mark" (
	"story_board_id" text NOT NULL,
	"row_id" text NOT NULL,
	"state" text NOT NULL,
	"by_name" text NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shoot_mark_story_board_id_row_id_pk" PRIMARY KEY("story_board_id","row_id")
);
--> statement-breakpoint
CREATE TABLE "shoot_take" (
	"take_id" text PRIMARY KEY NOT NULL,
	"story_board_id" text NOT NULL,
	"row_id" text NOT NULL,
	"number" integer NOT NULL,
	"shot_by" text NOT NULL,
	"record_uuid" text,
	"material_id" text,
	"message" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "upload_record" ADD COLUMN "is_guest" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "shoot_code" ADD CONSTRAINT "shoot_code_space_id_space_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("space_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shoot_code" ADD CONSTRAINT "shoot_code_story_board_id_story_board_story_board_id_fk" FOREIGN KEY ("story_board_id") REFERENCES "public"."story_board"("story_board_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shoot_mark" ADD CONSTRAINT "shoot_mark_story_board_id_story_board_story_board_id_fk" FOREIGN KEY ("story_board_id") REFERENCES "public"."story_board"("story_board_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shoot_take" ADD CONSTRAINT "shoot_take_story_board_id_story_board_story_board_id_fk" FOREIGN KEY ("story_board_id") REFERENCES "public"."story_board"("story_board_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "shoot_code_board" ON "shoot_code" USING btree ("story_board_id");--> statement-breakpoint
CREATE INDEX "shoot_take_board" ON "shoot_take" USING btree ("story_board_id","row_id");