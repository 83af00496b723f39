CREATE TABLE "sku_verdict" (
	"sku_mark_id" text NOT NULL,
	"material_id" text NOT NULL,
	"at_ms" integer NOT NULL,
	"verdict" text NOT NULL,
	"look" "bytea",
	"user_uid" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sku_verdict_sku_mark_id_material_id_at_ms_pk" PRIMARY KEY("sku_mark_id","material_id","at_ms")
);
--> statement-breakpoint
ALTER TABLE "sku_verdict" ADD CONSTRAINT "sku_verdict_sku_mark_id_sku_mark_sku_mark_id_fk" FOREIGN KEY ("sku_mark_id") REFERENCES "public"."sku_mark"("sku_mark_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sku_verdict" ADD CONSTRAINT "sku_verdict_material_id_material_material_id_fk" FOREIGN KEY ("material_id") REFERENCES "public"."material"("material_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sku_verdict_material" ON "sku_verdict" USING btree ("material_id");--> statement-breakpoint
CREATE INDEX "sku_hit_shot" ON "sku_hit" USING btree ("shot_id");--> statement-breakpoint
ALTER TABLE "sku_hit" DROP COLUMN "verdict";