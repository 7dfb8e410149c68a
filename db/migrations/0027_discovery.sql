CREATE TABLE "rankings" (
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"place" integer NOT NULL,
	"story_id" uuid NOT NULL,
	"views" bigint NOT NULL,
	"counted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "rankings_day_kind_place_pk" PRIMARY KEY("day","kind","place"),
	CONSTRAINT "rankings_kind" CHECK ("rankings"."kind" in ('all', 'comics', 'indie', 'novel'))
);
--> statement-breakpoint
CREATE INDEX "episodes_next" ON "episodes" USING btree ("publish_at") WHERE "episodes"."status" = 'scheduled' and "episodes"."is_announced" and "episodes"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "story_days_day" ON "story_days" USING btree ("day");--> statement-breakpoint
CREATE INDEX "stories_begun" ON "stories" USING btree ("first_published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "stories"."published" and "stories"."deleted_at" is null;