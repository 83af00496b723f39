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
CREATE TABLE "wrong_code" (
	"address" text NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL
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
CREATE TABLE "client" (
	"client_id" text PRIMARY KEY NOT NULL,
	"space_id" text NOT NULL,
	"client_name" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
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
ALTER TABLE "one_time_code" ADD COLUMN "space_id" text;--> statement-breakpoint
ALTER TABLE "project" ADD COLUMN "client_id" text;--> statement-breakpoint
ALTER TABLE "project" ADD COLUMN "sku_type" text DEFAULT 'other' NOT NULL;--> statement-breakpoint
ALTER TABLE "project" ADD COLUMN "sku_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "project" ADD COLUMN "description" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "project" ADD COLUMN "selling_points" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "project" ADD COLUMN "target_platforms" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "project" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "project" ADD COLUMN "updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "feishu_account" ADD CONSTRAINT "feishu_account_user_uid_user_account_user_uid_fk" FOREIGN KEY ("user_uid") REFERENCES "public"."user_account"("user_uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_team_id_space_space_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."space"("space_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "qr_challenge" ADD CONSTRAINT "qr_challenge_user_uid_user_account_user_uid_fk" FOREIGN KEY ("user_uid") REFERENCES "public"."user_account"("user_uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "common_func" ADD CONSTRAINT "common_func_user_uid_user_account_user_uid_fk" FOREIGN KEY ("user_uid") REFERENCES "public"."user_account"("user_uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client" ADD CONSTRAINT "client_space_id_space_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("space_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_entry_user" ON "audit_entry" USING btree ("user_uid","audit_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_entry_at" ON "audit_entry" USING btree ("at");--> statement-breakpoint
CREATE INDEX "wrong_code_address" ON "wrong_code" USING btree ("address","at");--> statement-breakpoint
CREATE UNIQUE INDEX "client_name" ON "client" USING btree ("space_id",lower("client_name"));--> statement-breakpoint
CREATE INDEX "monitor_record_kind" ON "monitor_record" USING btree ("kind","at");--> statement-breakpoint
CREATE INDEX "usage_report_type" ON "usage_report" USING btree ("report_type","at");--> statement-breakpoint
ALTER TABLE "one_time_code" ADD CONSTRAINT "one_time_code_user_uid_user_account_user_uid_fk" FOREIGN KEY ("user_uid") REFERENCES "public"."user_account"("user_uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project" ADD CONSTRAINT "project_client_id_client_client_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."client"("client_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "project_name" ON "project" USING btree ("space_id",lower("project_name")) WHERE deleted_at is null;--> statement-breakpoint
ALTER TABLE "one_time_code" DROP COLUMN "payload";