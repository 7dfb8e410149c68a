CREATE TABLE "kept_chapters" (
	"id" uuid NOT NULL,
	"episode_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"title" text NOT NULL,
	"html" text NOT NULL,
	"section_ends" integer[],
	"plain" text,
	"characters_count" integer NOT NULL,
	CONSTRAINT "kept_chapters_episode_id_id_pk" PRIMARY KEY("episode_id","id")
);
--> statement-breakpoint
CREATE TABLE "kept_pages" (
	"id" uuid NOT NULL,
	"episode_id" uuid NOT NULL,
	"media_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"alt_text" text NOT NULL,
	CONSTRAINT "kept_pages_episode_id_id_pk" PRIMARY KEY("episode_id","id")
);
--> statement-breakpoint
CREATE TABLE "kept_pictures" (
	"episode_id" uuid NOT NULL,
	"chapter_id" uuid NOT NULL,
	"media_id" uuid NOT NULL,
	CONSTRAINT "kept_pictures_episode_id_chapter_id_media_id_pk" PRIMARY KEY("episode_id","chapter_id","media_id")
);
--> statement-breakpoint
ALTER TABLE "episodes" ADD COLUMN "kept_version" jsonb;--> statement-breakpoint
ALTER TABLE "kept_chapters" ADD CONSTRAINT "kept_chapters_episode_id_episodes_id_fk" FOREIGN KEY ("episode_id") REFERENCES "public"."episodes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kept_pages" ADD CONSTRAINT "kept_pages_episode_id_episodes_id_fk" FOREIGN KEY ("episode_id") REFERENCES "public"."episodes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kept_pages" ADD CONSTRAINT "kept_pages_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kept_pictures" ADD CONSTRAINT "kept_pictures_episode_id_episodes_id_fk" FOREIGN KEY ("episode_id") REFERENCES "public"."episodes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kept_pictures" ADD CONSTRAINT "kept_pictures_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "kept_pages_media" ON "kept_pages" USING btree ("media_id");--> statement-breakpoint
CREATE INDEX "kept_pictures_media" ON "kept_pictures" USING btree ("media_id");--> statement-breakpoint
-- Episodes that were unpublished before: what they hold now is the nearest there is to what was last public.
UPDATE "episodes" e SET "kept_version" = jsonb_build_object('title', e."title", 'readMode', e."read_mode",
  'pageOrientation', e."page_orientation", 'isVertical', exists (select from "epubs" b where b."episode_id" = e."id"
    and b."state" = 'taken' and b."findings" ->> 'isVertical' = 'true'))
WHERE e."status" in ('in_progress', 'scheduled') and e."deleted_at" is null and exists (
  select from "unlocks" u where u."story_id" = e."story_id" and u."episode_id" = e."id" and u."returned_at" is null);--> statement-breakpoint
INSERT INTO "kept_pages" ("id", "episode_id", "media_id", "position", "alt_text")
SELECT p."id", p."episode_id", p."media_id", p."position", p."alt_text" FROM "episode_pages" p
  JOIN "episodes" e ON e."id" = p."episode_id" WHERE e."kept_version" is not null;--> statement-breakpoint
INSERT INTO "kept_chapters" ("id", "episode_id", "position", "title", "html", "section_ends", "plain", "characters_count")
SELECT c."id", c."episode_id", c."position", c."title", c."html", c."section_ends", c."plain", c."characters_count"
  FROM "chapters" c JOIN "episodes" e ON e."id" = c."episode_id" WHERE e."kept_version" is not null;--> statement-breakpoint
INSERT INTO "kept_pictures" ("episode_id", "chapter_id", "media_id")
SELECT p."episode_id", p."chapter_id", p."media_id" FROM "chapter_pictures" p
  JOIN "episodes" e ON e."id" = p."episode_id" WHERE e."kept_version" is not null and p."chapter_id" is not null;
