CREATE TABLE "agent_batch" (
	"agent_batch_config_id" text PRIMARY KEY NOT NULL,
	"agent_project_id" text NOT NULL,
	"space_id" text NOT NULL,
	"project_id" text NOT NULL,
	"batch_name" text NOT NULL,
	"notices" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"plan_task_id" text,
	"task_id" text,
	"dir_id" text,
	"created_by" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "agent_project" (
	"agent_project_id" text PRIMARY KEY NOT NULL,
	"space_id" text NOT NULL,
	"project_id" text NOT NULL,
	"agent_kind" text NOT NULL,
	"agent_name" text NOT NULL,
	"brief" jsonb NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "agent_row" (
	"agent_batch_config_id" text NOT NULL,
	"row_id" text NOT NULL,
	"rank" text NOT NULL,
	"point" text NOT NULL,
	"hook" text NOT NULL,
	"lines" text NOT NULL,
	"clips" text NOT NULL,
	"shots" jsonb NOT NULL,
	"voice_id" text NOT NULL,
	"music_id" text NOT NULL,
	"ratio" text NOT NULL,
	"title" text NOT NULL,
	"topics" text NOT NULL,
	"note" text NOT NULL,
	CONSTRAINT "agent_row_agent_batch_config_id_row_id_pk" PRIMARY KEY("agent_batch_config_id","row_id")
);
--> statement-breakpoint
CREATE TABLE "agent_video" (
	"agent_batch_config_id" text NOT NULL,
	"row_id" text NOT NULL,
	"mproject_id" text,
	"made_key" text DEFAULT '' NOT NULL,
	"error" text,
	"repairs" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "agent_video_agent_batch_config_id_row_id_pk" PRIMARY KEY("agent_batch_config_id","row_id")
);
--> statement-breakpoint
ALTER TABLE "mproject" ADD COLUMN "is_listed" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "agent_batch" ADD CONSTRAINT "agent_batch_agent_project_id_agent_project_agent_project_id_fk" FOREIGN KEY ("agent_project_id") REFERENCES "public"."agent_project"("agent_project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_project" ADD CONSTRAINT "agent_project_space_id_space_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("space_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_project" ADD CONSTRAINT "agent_project_project_id_project_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."project"("project_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_row" ADD CONSTRAINT "agent_row_agent_batch_config_id_agent_batch_agent_batch_config_id_fk" FOREIGN KEY ("agent_batch_config_id") REFERENCES "public"."agent_batch"("agent_batch_config_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_video" ADD CONSTRAINT "agent_video_agent_batch_config_id_agent_batch_agent_batch_config_id_fk" FOREIGN KEY ("agent_batch_config_id") REFERENCES "public"."agent_batch"("agent_batch_config_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_video" ADD CONSTRAINT "agent_video_mproject_id_mproject_mproject_id_fk" FOREIGN KEY ("mproject_id") REFERENCES "public"."mproject"("mproject_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "agent_batch_list" ON "agent_batch" USING btree ("agent_project_id","created_at");--> statement-breakpoint
CREATE INDEX "agent_project_list" ON "agent_project" USING btree ("project_id","updated_at");--> statement-breakpoint
CREATE INDEX "agent_video_mix" ON "agent_video" USING btree ("mproject_id");