CREATE TABLE "user_columns" (
	"user_uid" text NOT NULL,
	"table_name" text NOT NULL,
	"layout" jsonb NOT NULL,
	CONSTRAINT "user_columns_user_uid_table_name_pk" PRIMARY KEY("user_uid","table_name")
);
--> statement-breakpoint
ALTER TABLE "user_columns" ADD CONSTRAINT "user_columns_user_uid_user_account_user_uid_fk" FOREIGN KEY ("user_uid") REFERENCES "public"."user_account"("user_uid") ON DELETE cascade ON UPDATE no action;