CREATE TABLE "collection_followers" (
	"reader_id" uuid NOT NULL,
	"collection_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "collection_followers_reader_id_collection_id_pk" PRIMARY KEY("reader_id","collection_id")
);
--> statement-breakpoint
ALTER TABLE "collection_stories" DROP CONSTRAINT "collection_stories_story_id_stories_id_fk";
--> statement-breakpoint
ALTER TABLE "collection_stories" ADD COLUMN "position" integer;--> statement-breakpoint
UPDATE "collection_stories" c SET "position" = o.rank
FROM (SELECT collection_id, story_id, row_number() OVER (PARTITION BY collection_id ORDER BY added_at, story_id) AS rank FROM "collection_stories") o
WHERE o.collection_id = c.collection_id AND o.story_id = c.story_id;--> statement-breakpoint
ALTER TABLE "collection_stories" ALTER COLUMN "position" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "collection_stories" ADD COLUMN "why" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "collections" ADD COLUMN "about" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "collections" ADD COLUMN "stories_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "collections" c SET "stories_count" = (SELECT count(*) FROM "collection_stories" s WHERE s.collection_id = c.id);--> statement-breakpoint
ALTER TABLE "collections" ADD COLUMN "followers_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "notify" text DEFAULT 'all' NOT NULL;--> statement-breakpoint
ALTER TABLE "story_counters" ADD COLUMN "stars_1" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "story_counters" ADD COLUMN "stars_2" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "story_counters" ADD COLUMN "stars_3" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "story_counters" ADD COLUMN "stars_4" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "story_counters" ADD COLUMN "stars_5" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "story_counters" c SET "stars_1" = r.one, "stars_2" = r.two, "stars_3" = r.three, "stars_4" = r.four, "stars_5" = r.five
FROM (SELECT story_id, count(*) FILTER (WHERE stars = 1) AS one, count(*) FILTER (WHERE stars = 2) AS two,
  count(*) FILTER (WHERE stars = 3) AS three, count(*) FILTER (WHERE stars = 4) AS four, count(*) FILTER (WHERE stars = 5) AS five
  FROM "ratings" GROUP BY story_id) r WHERE r.story_id = c.story_id;--> statement-breakpoint
ALTER TABLE "collection_followers" ADD CONSTRAINT "collection_followers_reader_id_users_id_fk" FOREIGN KEY ("reader_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_followers" ADD CONSTRAINT "collection_followers_collection_id_collections_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "collection_followers_collection" ON "collection_followers" USING btree ("collection_id");--> statement-breakpoint
CREATE INDEX "collection_stories_order" ON "collection_stories" USING btree ("collection_id","position");--> statement-breakpoint
ALTER TABLE "collections" ADD CONSTRAINT "collections_counts" CHECK ("collections"."stories_count" >= 0 and "collections"."followers_count" >= 0);--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_notify" CHECK ("subscriptions"."notify" in ('all', 'app', 'none'));