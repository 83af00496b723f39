CREATE TABLE "box_recipe" (
	"recipe_id" text PRIMARY KEY NOT NULL,
	"space_id" text NOT NULL,
	"project_id" text NOT NULL,
	"recipe_name" text NOT NULL,
	"steps" jsonb NOT NULL,
	"created_by" text NOT NULL,
	"updated_by" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "box_recipe_dir" (
	"recipe_id" text NOT NULL,
	"dir_id" text NOT NULL,
	"since" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "box_recipe_dir_recipe_id_dir_id_pk" PRIMARY KEY("recipe_id","dir_id")
);
--> statement-breakpoint
CREATE TABLE "box_recipe_run" (
	"recipe_id" text NOT NULL,
	"vlc_id" text NOT NULL,
	"task_id" text NOT NULL,
	CONSTRAINT "box_recipe_run_recipe_id_vlc_id_pk" PRIMARY KEY("recipe_id","vlc_id")
);
--> statement-breakpoint
ALTER TABLE "box_recipe" ADD CONSTRAINT "box_recipe_space_id_space_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("space_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "box_recipe" ADD CONSTRAINT "box_recipe_project_id_project_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."project"("project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "box_recipe_dir" ADD CONSTRAINT "box_recipe_dir_recipe_id_box_recipe_recipe_id_fk" FOREIGN KEY ("recipe_id") REFERENCES "public"."box_recipe"("recipe_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "box_recipe_run" ADD CONSTRAINT "box_recipe_run_recipe_id_box_recipe_recipe_id_fk" FOREIGN KEY ("recipe_id") REFERENCES "public"."box_recipe"("recipe_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "box_recipe_project" ON "box_recipe" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "box_recipe_dir_of" ON "box_recipe_dir" USING btree ("dir_id");