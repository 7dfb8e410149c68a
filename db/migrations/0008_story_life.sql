ALTER TABLE "episodes" ADD COLUMN "published_rank" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "edition" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "stories_deleted" ON "stories" USING btree ("deleted_at") WHERE "stories"."deleted_at" is not null;--> statement-breakpoint
UPDATE "episodes" e SET "published_rank" = r."rank" FROM (
  SELECT "id", 1 + count(*) FILTER (WHERE "status" = 'published')
    OVER (PARTITION BY "story_id" ORDER BY "position" ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS "rank"
  FROM "episodes" WHERE "deleted_at" IS NULL
) r WHERE e."id" = r."id" AND e."published_rank" <> r."rank";
