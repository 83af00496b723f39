CREATE TABLE "one_time_code" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"user_uid" text,
	"payload" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"used_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "session_token" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"session_id" text NOT NULL,
	"kind" text NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"used_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "user_account" (
	"user_uid" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"avatar" text,
	"role" text DEFAULT 'member' NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"user_privilege" boolean DEFAULT true NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"last_login_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "user_session" (
	"session_id" text PRIMARY KEY NOT NULL,
	"user_uid" text NOT NULL,
	"space_id" text NOT NULL,
	"user_agent" text,
	"address" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "stored_object" (
	"sha256" text PRIMARY KEY NOT NULL,
	"bytes" bigint NOT NULL,
	"touched_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "vlc_file" (
	"vlc_id" text PRIMARY KEY NOT NULL,
	"space_id" text NOT NULL,
	"sha256" text NOT NULL,
	"file_name" text NOT NULL,
	"content_type" text NOT NULL,
	"bytes" bigint NOT NULL,
	"created_by" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "material" (
	"material_id" text PRIMARY KEY NOT NULL,
	"space_id" text NOT NULL,
	"project_id" text,
	"vlc_id" text,
	"material_name" text NOT NULL,
	"material_type" text NOT NULL,
	"material_sub_type" text,
	"material_source" text NOT NULL,
	"duration" real,
	"width" integer,
	"height" integer,
	"bytes" bigint,
	"created_by" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "project" (
	"project_id" text PRIMARY KEY NOT NULL,
	"space_id" text NOT NULL,
	"project_name" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "task" (
	"task_id" text PRIMARY KEY NOT NULL,
	"space_id" text NOT NULL,
	"project_id" text,
	"mproject_id" text,
	"user_uid" text NOT NULL,
	"job_name" text NOT NULL,
	"job_input" jsonb NOT NULL,
	"task_type" text NOT NULL,
	"title" text NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"progress" real DEFAULT 0 NOT NULL,
	"steps" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"memory" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"eta_s" real,
	"attempt" integer DEFAULT 0 NOT NULL,
	"counted_from" integer DEFAULT 0 NOT NULL,
	"error" jsonb,
	"result" jsonb,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp(3) with time zone,
	"finished_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "task_read" (
	"task_id" text NOT NULL,
	"user_uid" text NOT NULL,
	"read_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "task_read_user_uid_task_id_pk" PRIMARY KEY("user_uid","task_id")
);
--> statement-breakpoint
CREATE TABLE "space" (
	"space_id" text PRIMARY KEY NOT NULL,
	"space_type" text NOT NULL,
	"space_name" text NOT NULL,
	"group_id" text,
	"owner_uid" text,
	"quota_bytes" bigint NOT NULL,
	"used_bytes" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "space_member" (
	"space_id" text NOT NULL,
	"user_uid" text NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "space_member_space_id_user_uid_pk" PRIMARY KEY("space_id","user_uid")
);
--> statement-breakpoint
CREATE TABLE "team_group" (
	"group_id" text PRIMARY KEY NOT NULL,
	"group_name" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "app_secret" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "request_once" (
	"user_uid" text NOT NULL,
	"path" text NOT NULL,
	"request_id" text NOT NULL,
	"input_hash" text NOT NULL,
	"status" integer,
	"answer" jsonb,
	"started_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "request_once_user_uid_path_request_id_pk" PRIMARY KEY("user_uid","path","request_id")
);
--> statement-breakpoint
CREATE TABLE "stream_event" (
	"event_id" bigserial PRIMARY KEY NOT NULL,
	"topic" text NOT NULL,
	"event" text NOT NULL,
	"data" jsonb NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "session_token" ADD CONSTRAINT "session_token_session_id_user_session_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."user_session"("session_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_session" ADD CONSTRAINT "user_session_user_uid_user_account_user_uid_fk" FOREIGN KEY ("user_uid") REFERENCES "public"."user_account"("user_uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vlc_file" ADD CONSTRAINT "vlc_file_space_id_space_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("space_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vlc_file" ADD CONSTRAINT "vlc_file_sha256_stored_object_sha256_fk" FOREIGN KEY ("sha256") REFERENCES "public"."stored_object"("sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "material" ADD CONSTRAINT "material_space_id_space_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("space_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "material" ADD CONSTRAINT "material_project_id_project_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."project"("project_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "material" ADD CONSTRAINT "material_vlc_id_vlc_file_vlc_id_fk" FOREIGN KEY ("vlc_id") REFERENCES "public"."vlc_file"("vlc_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project" ADD CONSTRAINT "project_space_id_space_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("space_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task" ADD CONSTRAINT "task_space_id_space_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("space_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_read" ADD CONSTRAINT "task_read_task_id_task_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."task"("task_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "space" ADD CONSTRAINT "space_group_id_team_group_group_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."team_group"("group_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "space_member" ADD CONSTRAINT "space_member_space_id_space_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("space_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "session_token_session" ON "session_token" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "session_token_expiry" ON "session_token" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "user_session_user" ON "user_session" USING btree ("user_uid");--> statement-breakpoint
CREATE INDEX "vlc_file_content" ON "vlc_file" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "vlc_file_space" ON "vlc_file" USING btree ("space_id","sha256");--> statement-breakpoint
CREATE INDEX "material_view" ON "material" USING btree ("space_id","project_id","material_type","material_sub_type","material_id" DESC NULLS FIRST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "material_space" ON "material" USING btree ("space_id","material_id" DESC NULLS FIRST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "material_file" ON "material" USING btree ("vlc_id");--> statement-breakpoint
CREATE INDEX "project_space" ON "project" USING btree ("space_id");--> statement-breakpoint
CREATE INDEX "task_space" ON "task" USING btree ("space_id","task_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "task_project" ON "task" USING btree ("project_id","task_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "task_mproject" ON "task" USING btree ("mproject_id","task_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "space_personal" ON "space" USING btree ("owner_uid") WHERE space_type = 'PRIVATE';--> statement-breakpoint
CREATE INDEX "space_member_user" ON "space_member" USING btree ("user_uid");--> statement-breakpoint
CREATE INDEX "request_once_age" ON "request_once" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "stream_event_topic" ON "stream_event" USING btree ("topic","event_id");--> statement-breakpoint
CREATE INDEX "stream_event_age" ON "stream_event" USING btree ("created_at");