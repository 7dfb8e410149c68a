ALTER TABLE "episodes" DROP COLUMN "likes_count";--> statement-breakpoint
ALTER TABLE "episodes" DROP COLUMN "views_count";--> statement-breakpoint
ALTER TABLE "episodes" DROP COLUMN "comments_count";--> statement-breakpoint
ALTER TABLE "episodes" DROP COLUMN "impressions_count";--> statement-breakpoint
ALTER TABLE "stories" DROP COLUMN "subscribers_count";--> statement-breakpoint
ALTER TABLE "stories" DROP COLUMN "views_count";--> statement-breakpoint
ALTER TABLE "stories" DROP COLUMN "likes_count";--> statement-breakpoint
ALTER TABLE "stories" DROP COLUMN "ratings_sum";--> statement-breakpoint
ALTER TABLE "stories" DROP COLUMN "ratings_count";