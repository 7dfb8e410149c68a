CREATE TABLE "attention_days" (
	"reader_id" uuid NOT NULL,
	"day" date NOT NULL,
	"story_id" uuid NOT NULL,
	"seconds" integer DEFAULT 0 NOT NULL,
	"ads" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "attention_days_reader_id_day_story_id_pk" PRIMARY KEY("reader_id","day","story_id"),
	CONSTRAINT "attention_days_seconds" CHECK ("attention_days"."seconds" between 0 and 86400),
	CONSTRAINT "attention_days_ads" CHECK ("attention_days"."ads" >= 0)
);
--> statement-breakpoint
CREATE TABLE "attention_readers" (
	"reader_id" uuid PRIMARY KEY NOT NULL,
	"counted" boolean DEFAULT true NOT NULL,
	"counted_until" timestamp with time zone,
	"day" date,
	"day_seconds" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "attention_readers_day" CHECK ("attention_readers"."day_seconds" between 0 and 86400)
);
--> statement-breakpoint
ALTER TABLE "attention_days" ADD CONSTRAINT "attention_days_reader_id_users_id_fk" FOREIGN KEY ("reader_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attention_readers" ADD CONSTRAINT "attention_readers_reader_id_users_id_fk" FOREIGN KEY ("reader_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attention_days_day" ON "attention_days" USING btree ("day");--> statement-breakpoint
CREATE INDEX "story_slugs_story" ON "story_slugs" USING btree ("story_id");--> statement-breakpoint
CREATE INDEX "unlocks_newest" ON "unlocks" USING btree ("reader_id","created_at") WHERE "unlocks"."returned_at" is null;