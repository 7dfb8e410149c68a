CREATE TABLE "reading_settings" (
	"reader_id" uuid PRIMARY KEY NOT NULL,
	"glide_speed" smallint NOT NULL,
	CONSTRAINT "reading_settings_glide_speed" CHECK ("reading_settings"."glide_speed" between 1 and 9)
);
--> statement-breakpoint
CREATE TABLE "story_choices" (
	"reader_id" uuid NOT NULL,
	"story_id" uuid NOT NULL,
	"direction" text,
	"fit" text,
	"pairs" text NOT NULL,
	"saver" boolean NOT NULL,
	"onward" boolean,
	"chosen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "story_choices_reader_id_story_id_pk" PRIMARY KEY("reader_id","story_id"),
	CONSTRAINT "story_choices_direction" CHECK ("story_choices"."direction" in ('ltr', 'rtl', 'down', 'strip')),
	CONSTRAINT "story_choices_fit" CHECK ("story_choices"."fit" in ('width', 'height', 'original')),
	CONSTRAINT "story_choices_pairs" CHECK ("story_choices"."pairs" in ('off', 'cover', 'moved'))
);
--> statement-breakpoint
ALTER TABLE "reading_settings" ADD CONSTRAINT "reading_settings_reader_id_users_id_fk" FOREIGN KEY ("reader_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "story_choices" ADD CONSTRAINT "story_choices_reader_id_users_id_fk" FOREIGN KEY ("reader_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "story_choices" ADD CONSTRAINT "story_choices_story_id_stories_id_fk" FOREIGN KEY ("story_id") REFERENCES "public"."stories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "story_choices_latest" ON "story_choices" USING btree ("reader_id","chosen_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "story_choices_story" ON "story_choices" USING btree ("story_id");