DROP INDEX "stories_published";--> statement-breakpoint
DROP INDEX "stories_popular";--> statement-breakpoint
CREATE INDEX "episodes_published" ON "episodes" USING btree ("story_id","position") WHERE "episodes"."status" = 'published' and "episodes"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "stories_latest" ON "stories" USING btree ("publication_type","last_update" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "stories"."published" and "stories"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "stories_popular_type" ON "stories" USING btree ("publication_type","views_count" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "stories"."published" and "stories"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "stories_popular_genre" ON "stories" USING btree ("genre","views_count" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "stories"."published" and "stories"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "stories_popular_language_type" ON "stories" USING btree ("language","publication_type","views_count" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "stories"."published" and "stories"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "stories_popular_language_genre" ON "stories" USING btree ("language","genre","views_count" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "stories"."published" and "stories"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "stories_popular" ON "stories" USING btree ("views_count" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "stories"."published" and "stories"."deleted_at" is null;