CREATE TABLE "sheet_made" (
	"task_id" text NOT NULL,
	"row" integer NOT NULL,
	"sheet_id" text NOT NULL,
	"material_id" text NOT NULL,
	CONSTRAINT "sheet_made_task_id_row_pk" PRIMARY KEY("task_id","row")
);
--> statement-breakpoint
ALTER TABLE "sheet_made" ADD CONSTRAINT "sheet_made_sheet_id_sheet_sheet_id_fk" FOREIGN KEY ("sheet_id") REFERENCES "public"."sheet"("sheet_id") ON DELETE cascade ON UPDATE no action;