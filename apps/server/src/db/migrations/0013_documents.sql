CREATE TABLE "audio_line" (
	"ai_audio_id" text NOT NULL,
	"line_id" text NOT NULL,
	"rank" text NOT NULL,
	"text" text NOT NULL,
	"voice_id" text NOT NULL,
	"rate" double precision NOT NULL,
	"pitch" double precision NOT NULL,
	"volume" double precision NOT NULL,
	"emotion" text,
	"pause_ms" integer NOT NULL,
	"shot_ms" integer,
	CONSTRAINT "audio_line_ai_audio_id_line_id_pk" PRIMARY KEY("ai_audio_id","line_id")
);
--> statement-breakpoint
CREATE TABLE "document" (
	"document_id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"space_id" text NOT NULL,
	"sequence" integer DEFAULT 1 NOT NULL,
	"version_sequence" integer,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "document_act" (
	"document_id" text NOT NULL,
	"sequence" integer NOT NULL,
	"act_id" text NOT NULL,
	"user_uid" text,
	"cause" text,
	"words" text NOT NULL,
	"operations" jsonb NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "document_act_document_id_sequence_pk" PRIMARY KEY("document_id","sequence")
);
--> statement-breakpoint
CREATE TABLE "document_version" (
	"document_id" text NOT NULL,
	"sequence" integer NOT NULL,
	"state" jsonb NOT NULL,
	"version_name" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "document_version_document_id_sequence_pk" PRIMARY KEY("document_id","sequence")
);
--> statement-breakpoint
ALTER TABLE "audio_line" ADD CONSTRAINT "audio_line_ai_audio_id_ai_audio_ai_audio_id_fk" FOREIGN KEY ("ai_audio_id") REFERENCES "public"."ai_audio"("ai_audio_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document" ADD CONSTRAINT "document_space_id_space_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("space_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_act" ADD CONSTRAINT "document_act_document_id_document_document_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."document"("document_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_version" ADD CONSTRAINT "document_version_document_id_document_document_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."document"("document_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "document_act_id" ON "document_act" USING btree ("document_id","act_id");--> statement-breakpoint
CREATE INDEX "document_act_age" ON "document_act" USING btree ("created_at");--> statement-breakpoint
-- Pieces become documents: their revision is the newest act, their lines are rows in the same order.
INSERT INTO "document" ("document_id", "kind", "space_id", "sequence", "created_at", "deleted_at")
SELECT "ai_audio_id", 'audio', "space_id", "revision", "created_at", "deleted_at" FROM "ai_audio";--> statement-breakpoint
INSERT INTO "audio_line" ("ai_audio_id", "line_id", "rank", "text", "voice_id", "rate", "pitch", "volume", "emotion", "pause_ms", "shot_ms")
SELECT "ai_audio_id",
	-- Two lines of one id are two lines.
	CASE WHEN "nth" = 1 THEN "line" ->> 'line_id' ELSE left("line" ->> 'line_id', 55) || '-' || "n" END,
	'V' || lpad("n"::text, 4, '0') || 'V',
	coalesce("line" ->> 'text', ''),
	coalesce("line" ->> 'voice_id', 'builtin:zf_xiaoxiao'),
	coalesce(("line" ->> 'rate')::float8, 1),
	coalesce(("line" ->> 'pitch')::float8, 0),
	coalesce(("line" ->> 'volume')::float8, 1),
	"line" ->> 'emotion',
	coalesce(("line" ->> 'pause_ms')::int, 300),
	("line" ->> 'shot_ms')::int
FROM (
	SELECT "ai_audio_id", "line", "n", row_number() OVER (PARTITION BY "ai_audio_id", "line" ->> 'line_id' ORDER BY "n") AS "nth"
	FROM "ai_audio", jsonb_array_elements("lines") WITH ORDINALITY AS "given"("line", "n")
) "numbered";--> statement-breakpoint
ALTER TABLE "ai_audio" DROP COLUMN "lines";--> statement-breakpoint
ALTER TABLE "ai_audio" DROP COLUMN "revision";