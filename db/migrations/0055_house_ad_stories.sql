ALTER TABLE "house_ads" DROP CONSTRAINT "house_ads_look";--> statement-breakpoint
ALTER TABLE "house_ads" DROP CONSTRAINT "house_ads_target";--> statement-breakpoint
ALTER TABLE "house_ads" ADD COLUMN "story_id" uuid;--> statement-breakpoint
ALTER TABLE "house_ads" ADD COLUMN "paused" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "house_ads" ADD CONSTRAINT "house_ads_story" CHECK (("house_ads"."look" = 'story') = ("house_ads"."story_id" is not null));--> statement-breakpoint
ALTER TABLE "house_ads" ADD CONSTRAINT "house_ads_look" CHECK ("house_ads"."look" in ('seal', 'paper', 'ink', 'sentence', 'story'));--> statement-breakpoint
ALTER TABLE "house_ads" ADD CONSTRAINT "house_ads_target" CHECK ("house_ads"."target" in ('all', 'genres', 'unpublished', 'without_app', 'few_subscriptions', 'between_chapters'));