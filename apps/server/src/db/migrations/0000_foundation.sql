CREATE TABLE "audit_entry" (
	"audit_id" text PRIMARY KEY NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"user_uid" text NOT NULL,
	"user_name" text NOT NULL,
	"action" text NOT NULL,
	"summary" text NOT NULL,
	"input" jsonb NOT NULL,
	"address" text NOT NULL,
	"user_agent" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "feishu_account" (
	"open_id" text PRIMARY KEY NOT NULL,
	"union_id" text,
	"tenant_key" text NOT NULL,
	"user_uid" text NOT NULL,
	"name" text NOT NULL,
	"en_name" text,
	"avatar" text,
	"email" text,
	"mobile" text,
	"employee_no" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"last_login_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "feishu_account_union_id_unique" UNIQUE("union_id")
);
--> statement-breakpoint
CREATE TABLE "feishu_state" (
	"state_hash" text PRIMARY KEY NOT NULL,
	"flow" text NOT NULL,
	"redirect_uri" text NOT NULL,
	"code_verifier" text,
	"expires_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invitation" (
	"invitation_id" text PRIMARY KEY NOT NULL,
	"code_hash" text NOT NULL,
	"note" text NOT NULL,
	"role" text NOT NULL,
	"user_privilege" boolean NOT NULL,
	"team_id" text,
	"team_role" text NOT NULL,
	"max_uses" integer NOT NULL,
	"used_count" integer DEFAULT 0 NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"revoked_at" timestamp(3) with time zone,
	CONSTRAINT "invitation_code_hash_unique" UNIQUE("code_hash")
);
--> statement-breakpoint
CREATE TABLE "one_time_code" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"user_uid" text,
	"space_id" text,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"used_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "qr_challenge" (
	"challenge_id" text PRIMARY KEY NOT NULL,
	"secret_hash" text NOT NULL,
	"qr_hash" text NOT NULL,
	"check_number" text NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"address" text NOT NULL,
	"user_agent" text,
	"user_uid" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "qr_challenge_qr_hash_unique" UNIQUE("qr_hash")
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
CREATE TABLE "wrong_code" (
	"address" text NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL
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
CREATE TABLE "banner" (
	"banner_id" text PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"image_url" text,
	"link" text,
	"audience" text NOT NULL,
	"start_at" timestamp(3) with time zone,
	"end_at" timestamp(3) with time zone,
	"sort" integer NOT NULL,
	"closable" boolean NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "common_func" (
	"user_uid" text NOT NULL,
	"func_id" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "common_func_user_uid_func_id_pk" PRIMARY KEY("user_uid","func_id")
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
CREATE TABLE "client" (
	"client_id" text PRIMARY KEY NOT NULL,
	"space_id" text NOT NULL,
	"client_name" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "project" (
	"project_id" text PRIMARY KEY NOT NULL,
	"space_id" text NOT NULL,
	"client_id" text,
	"project_name" text NOT NULL,
	"sku_type" text DEFAULT 'other' NOT NULL,
	"sku_name" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"selling_points" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"target_platforms" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "monitor_record" (
	"record_id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"service_name" text NOT NULL,
	"key" text NOT NULL,
	"amount" real,
	"is_error" boolean DEFAULT false NOT NULL,
	"instance" text NOT NULL,
	"data" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "usage_report" (
	"report_id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"report_type" smallint NOT NULL,
	"kind" text NOT NULL,
	"uuid" text NOT NULL,
	"alid" text NOT NULL,
	"user_id" text NOT NULL,
	"page" text NOT NULL,
	"subject" text NOT NULL,
	"amount" real,
	"is_error" boolean DEFAULT false NOT NULL,
	"app_version" text NOT NULL,
	"chn" text NOT NULL,
	"data" jsonb NOT NULL
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
ALTER TABLE "feishu_account" ADD CONSTRAINT "feishu_account_user_uid_user_account_user_uid_fk" FOREIGN KEY ("user_uid") REFERENCES "public"."user_account"("user_uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_team_id_space_space_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."space"("space_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_time_code" ADD CONSTRAINT "one_time_code_user_uid_user_account_user_uid_fk" FOREIGN KEY ("user_uid") REFERENCES "public"."user_account"("user_uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "qr_challenge" ADD CONSTRAINT "qr_challenge_user_uid_user_account_user_uid_fk" FOREIGN KEY ("user_uid") REFERENCES "public"."user_account"("user_uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_token" ADD CONSTRAINT "session_token_session_id_user_session_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."user_session"("session_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_session" ADD CONSTRAINT "user_session_user_uid_user_account_user_uid_fk" FOREIGN KEY ("user_uid") REFERENCES "public"."user_account"("user_uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vlc_file" ADD CONSTRAINT "vlc_file_space_id_space_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("space_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vlc_file" ADD CONSTRAINT "vlc_file_sha256_stored_object_sha256_fk" FOREIGN KEY ("sha256") REFERENCES "public"."stored_object"("sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "common_func" ADD CONSTRAINT "common_func_user_uid_user_account_user_uid_fk" FOREIGN KEY ("user_uid") REFERENCES "public"."user_account"("user_uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "material" ADD CONSTRAINT "material_space_id_space_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("space_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "material" ADD CONSTRAINT "material_project_id_project_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."project"("project_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "material" ADD CONSTRAINT "material_vlc_id_vlc_file_vlc_id_fk" FOREIGN KEY ("vlc_id") REFERENCES "public"."vlc_file"("vlc_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client" ADD CONSTRAINT "client_space_id_space_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("space_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project" ADD CONSTRAINT "project_space_id_space_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("space_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project" ADD CONSTRAINT "project_client_id_client_client_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."client"("client_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task" ADD CONSTRAINT "task_space_id_space_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("space_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_read" ADD CONSTRAINT "task_read_task_id_task_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."task"("task_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "space" ADD CONSTRAINT "space_group_id_team_group_group_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."team_group"("group_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "space_member" ADD CONSTRAINT "space_member_space_id_space_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("space_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_entry_user" ON "audit_entry" USING btree ("user_uid","audit_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_entry_at" ON "audit_entry" USING btree ("at");--> statement-breakpoint
CREATE INDEX "session_token_session" ON "session_token" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "session_token_expiry" ON "session_token" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "user_session_user" ON "user_session" USING btree ("user_uid");--> statement-breakpoint
CREATE INDEX "wrong_code_address" ON "wrong_code" USING btree ("address","at");--> statement-breakpoint
CREATE INDEX "vlc_file_content" ON "vlc_file" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "vlc_file_space" ON "vlc_file" USING btree ("space_id","sha256");--> statement-breakpoint
CREATE INDEX "material_view" ON "material" USING btree ("space_id","project_id","material_type","material_sub_type","material_id" DESC NULLS FIRST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "material_space" ON "material" USING btree ("space_id","material_id" DESC NULLS FIRST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "material_file" ON "material" USING btree ("vlc_id");--> statement-breakpoint
CREATE UNIQUE INDEX "client_name" ON "client" USING btree ("space_id",lower("client_name"));--> statement-breakpoint
CREATE INDEX "project_space" ON "project" USING btree ("space_id");--> statement-breakpoint
CREATE UNIQUE INDEX "project_name" ON "project" USING btree ("space_id",lower("project_name")) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "monitor_record_kind" ON "monitor_record" USING btree ("kind","at");--> statement-breakpoint
CREATE INDEX "usage_report_type" ON "usage_report" USING btree ("report_type","at");--> statement-breakpoint
CREATE INDEX "task_space" ON "task" USING btree ("space_id","task_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "task_project" ON "task" USING btree ("project_id","task_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "task_mproject" ON "task" USING btree ("mproject_id","task_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "space_personal" ON "space" USING btree ("owner_uid") WHERE space_type = 'PRIVATE';--> statement-breakpoint
CREATE INDEX "space_member_user" ON "space_member" USING btree ("user_uid");--> statement-breakpoint
CREATE INDEX "request_once_age" ON "request_once" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "stream_event_topic" ON "stream_event" USING btree ("topic","event_id");--> statement-breakpoint
CREATE INDEX "stream_event_age" ON "stream_event" USING btree ("created_at");