CREATE TABLE "ai_generation" (
	"generation_id" text PRIMARY KEY NOT NULL,
	"space_id" text NOT NULL,
	"project_id" text NOT NULL,
	"task_id" text NOT NULL,
	"kind" text NOT NULL,
	"prompt" text NOT NULL,
	"negative" text DEFAULT '' NOT NULL,
	"engine" text DEFAULT '' NOT NULL,
	"engine_name" text,
	"params" jsonb NOT NULL,
	"inputs" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"files" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"parent_id" text,
	"batch_id" text,
	"note" text,
	"cost_asked" double precision DEFAULT 0 NOT NULL,
	"cost" double precision,
	"is_liked" boolean DEFAULT false NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp(3) with time zone
);
--> statement-breakpoint
ALTER TABLE "ai_generation" ADD CONSTRAINT "ai_generation_space_id_space_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("space_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_generation" ADD CONSTRAINT "ai_generation_project_id_project_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."project"("project_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ai_generation_history" ON "ai_generation" USING btree ("project_id","kind","generation_id" DESC NULLS FIRST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "ai_generation_task" ON "ai_generation" USING btree ("task_id");--> statement-breakpoint
CREATE INDEX "ai_generation_bin" ON "ai_generation" USING btree ("deleted_at") WHERE deleted_at is not null;