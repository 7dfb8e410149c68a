ALTER TABLE "episode_counters" ADD COLUMN "likes_brought" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "story_counters" ADD COLUMN "subscribers_brought" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- What was counted so far holds: only what differs from now on is put right.
UPDATE "story_counters" SET "subscribers_brought" = greatest(0, "subscribers_count"
  + coalesce((SELECT sum("subscribers_count") FROM "counter_slots" WHERE "subject_id" = "story_id"), 0)
  - (SELECT count(*) FROM "subscriptions" WHERE "subscriptions"."story_id" = "story_counters"."story_id"));--> statement-breakpoint
UPDATE "episode_counters" SET "likes_brought" = greatest(0, "likes_count"
  + coalesce((SELECT sum("likes_count") FROM "counter_slots" WHERE "subject_id" = "episode_id"), 0)
  - (SELECT count(*) FROM "likes" WHERE "likes"."episode_id" = "episode_counters"."episode_id"));
