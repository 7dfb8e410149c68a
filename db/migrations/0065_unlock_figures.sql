ALTER TABLE "episode_days" ADD COLUMN "unlocks" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "episode_days" ADD COLUMN "coins" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "story_days" ADD COLUMN "unlocks" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "story_days" ADD COLUMN "coins" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "unlocks" ADD COLUMN "counted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "unlocks" ADD COLUMN "return_counted_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "unlocks_story" ON "unlocks" USING btree ("story_id","episode_id");--> statement-breakpoint
CREATE INDEX "unlocks_uncounted" ON "unlocks" USING btree ("id") WHERE "unlocks"."counted_at" is null or ("unlocks"."returned_at" is not null and "unlocks"."return_counted_at" is null);