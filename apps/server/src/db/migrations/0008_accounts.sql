CREATE TABLE "passkey" (
	"passkey_id" text PRIMARY KEY NOT NULL,
	"user_uid" text NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" jsonb NOT NULL,
	"rp_id" text NOT NULL,
	"passkey_name" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp(3) with time zone,
	CONSTRAINT "passkey_credential_id_unique" UNIQUE("credential_id")
);
--> statement-breakpoint
CREATE TABLE "passkey_challenge" (
	"challenge" text PRIMARY KEY NOT NULL,
	"user_uid" text,
	"origin" text NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_password" (
	"user_uid" text PRIMARY KEY NOT NULL,
	"login_name" text NOT NULL,
	"login_key" text NOT NULL,
	"password_hash" text NOT NULL,
	"changed_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_password_login_key_unique" UNIQUE("login_key")
);
--> statement-breakpoint
ALTER TABLE "invitation" ADD COLUMN "project_id" text;--> statement-breakpoint
ALTER TABLE "user_session" ADD COLUMN "may_reset" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "passkey" ADD CONSTRAINT "passkey_user_uid_user_account_user_uid_fk" FOREIGN KEY ("user_uid") REFERENCES "public"."user_account"("user_uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkey_challenge" ADD CONSTRAINT "passkey_challenge_user_uid_user_account_user_uid_fk" FOREIGN KEY ("user_uid") REFERENCES "public"."user_account"("user_uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_password" ADD CONSTRAINT "user_password_user_uid_user_account_user_uid_fk" FOREIGN KEY ("user_uid") REFERENCES "public"."user_account"("user_uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "passkey_user" ON "passkey" USING btree ("user_uid");