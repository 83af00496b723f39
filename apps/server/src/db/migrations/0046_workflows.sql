CREATE TABLE "ai_workflow" (
	"engine" text PRIMARY KEY NOT NULL,
	"workflow" text NOT NULL,
	"updated_by" text NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
