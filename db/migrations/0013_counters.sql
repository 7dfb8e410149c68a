CREATE TABLE "episode_counters" (
	"episode_id" uuid PRIMARY KEY NOT NULL,
	"views_count" bigint DEFAULT 0 NOT NULL,
	"likes_count" integer DEFAULT 0 NOT NULL,
	"comments_count" integer DEFAULT 0 NOT NULL,
	"impressions_count" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pending_figures" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"story_id" uuid NOT NULL,
	"episode_id" uuid,
	"day" date NOT NULL,
	"likes" integer DEFAULT 0 NOT NULL,
	"comments" integer DEFAULT 0 NOT NULL,
	"subscribers" integer DEFAULT 0 NOT NULL,
	"impressions" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "story_counters" (
	"story_id" uuid PRIMARY KEY NOT NULL,
	"views_count" bigint DEFAULT 0 NOT NULL,
	"likes_count" integer DEFAULT 0 NOT NULL,
	"subscribers_count" integer DEFAULT 0 NOT NULL,
	"ratings_sum" integer DEFAULT 0 NOT NULL,
	"ratings_count" integer DEFAULT 0 NOT NULL,
	"unranked_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "episode_days" DROP CONSTRAINT "episode_days_episode_id_episodes_id_fk";
--> statement-breakpoint
ALTER TABLE "story_days" DROP CONSTRAINT "story_days_story_id_stories_id_fk";
--> statement-breakpoint
ALTER TABLE "view_marks" DROP CONSTRAINT "view_marks_episode_id_episodes_id_fk";
--> statement-breakpoint
DROP INDEX "stories_popular";--> statement-breakpoint
DROP INDEX "stories_popular_type";--> statement-breakpoint
DROP INDEX "stories_popular_genre";--> statement-breakpoint
DROP INDEX "stories_popular_language_type";--> statement-breakpoint
DROP INDEX "stories_popular_language_genre";--> statement-breakpoint
ALTER TABLE "stories" ADD COLUMN "popularity" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "stories" SET "popularity" = trunc("views_count", least(0, 3 - length("views_count"::text))) WHERE "views_count" > 0;--> statement-breakpoint
-- Room on each page for the next state of a row, so that counting touches no index.
ALTER TABLE "story_counters" SET (fillfactor = 60);--> statement-breakpoint
ALTER TABLE "episode_counters" SET (fillfactor = 60);--> statement-breakpoint
ALTER TABLE "story_days" SET (fillfactor = 85);--> statement-breakpoint
ALTER TABLE "episode_days" SET (fillfactor = 85);--> statement-breakpoint
INSERT INTO "story_counters" ("story_id", "views_count", "likes_count", "subscribers_count", "ratings_sum", "ratings_count")
SELECT "id", "views_count", "likes_count", "subscribers_count", "ratings_sum", "ratings_count" FROM "stories";--> statement-breakpoint
INSERT INTO "episode_counters" ("episode_id", "views_count", "likes_count", "comments_count", "impressions_count")
SELECT "id", "views_count", "likes_count", "comments_count", "impressions_count" FROM "episodes";--> statement-breakpoint
ALTER TABLE "episode_counters" ADD CONSTRAINT "episode_counters_episode_id_episodes_id_fk" FOREIGN KEY ("episode_id") REFERENCES "public"."episodes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "story_counters" ADD CONSTRAINT "story_counters_story_id_stories_id_fk" FOREIGN KEY ("story_id") REFERENCES "public"."stories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "story_counters_unranked" ON "story_counters" USING btree ("unranked_at") WHERE "story_counters"."unranked_at" is not null;--> statement-breakpoint
CREATE INDEX "stories_popular" ON "stories" USING btree ("popularity" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "stories"."published" and "stories"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "stories_popular_type" ON "stories" USING btree ("publication_type","popularity" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "stories"."published" and "stories"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "stories_popular_genre" ON "stories" USING btree ("genre","popularity" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "stories"."published" and "stories"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "stories_popular_language_type" ON "stories" USING btree ("language","publication_type","popularity" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "stories"."published" and "stories"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "stories_popular_language_genre" ON "stories" USING btree ("language","genre","popularity" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "stories"."published" and "stories"."deleted_at" is null;