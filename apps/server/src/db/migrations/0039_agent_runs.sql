CREATE TABLE "agent_run" (
	"run_id" text PRIMARY KEY NOT NULL,
	"agent_project_id" text NOT NULL,
	"space_id" text NOT NULL,
	"goal" text NOT NULL,
	"can_produce" boolean NOT NULL,
	"steps_max" integer NOT NULL,
	"money_max" real NOT NULL,
	"task_id" text NOT NULL,
	"outcome" text DEFAULT '' NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"undone_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "agent_step" (
	"run_id" text NOT NULL,
	"n" integer NOT NULL,
	"tool" text NOT NULL,
	"reason" text NOT NULL,
	"input" text NOT NULL,
	"answer" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'begun' NOT NULL,
	"cost" real NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "agent_step_run_id_n_pk" PRIMARY KEY("run_id","n")
);
--> statement-breakpoint
ALTER TABLE "agent_run" ADD CONSTRAINT "agent_run_agent_project_id_agent_project_agent_project_id_fk" FOREIGN KEY ("agent_project_id") REFERENCES "public"."agent_project"("agent_project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_step" ADD CONSTRAINT "agent_step_run_id_agent_run_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."agent_run"("run_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "agent_run_list" ON "agent_run" USING btree ("agent_project_id","created_at");