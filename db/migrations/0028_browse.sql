CREATE TABLE "browse_counts" (
	"genre" text NOT NULL,
	"language" text NOT NULL,
	"publication_type" text NOT NULL,
	"stories_count" integer NOT NULL,
	CONSTRAINT "browse_counts_genre_language_publication_type_pk" PRIMARY KEY("genre","language","publication_type")
);
--> statement-breakpoint
CREATE TABLE "browse_entries" (
	"story_id" uuid NOT NULL,
	"shelf" text NOT NULL,
	"publication_type" text NOT NULL,
	"genre" text NOT NULL,
	"language" text NOT NULL,
	"popularity" bigint NOT NULL,
	"last_update" timestamp with time zone NOT NULL,
	CONSTRAINT "browse_entries_story_id_shelf_pk" PRIMARY KEY("story_id","shelf")
);
--> statement-breakpoint
ALTER TABLE "stories" ADD COLUMN "tag_keys" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "bio" text;--> statement-breakpoint
ALTER TABLE "browse_entries" ADD CONSTRAINT "browse_entries_story_id_stories_id_fk" FOREIGN KEY ("story_id") REFERENCES "public"."stories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "browse_entries_popular" ON "browse_entries" USING btree ("shelf","popularity" DESC NULLS FIRST,"story_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "browse_entries_latest" ON "browse_entries" USING btree ("shelf","last_update" DESC NULLS FIRST,"story_id" DESC NULLS FIRST);--> statement-breakpoint
-- As near as the database comes to the key of a tag; saving a story makes it anew.
UPDATE "stories" SET "tag_keys" = array(SELECT DISTINCT key FROM (
	SELECT btrim(regexp_replace(lower(normalize(tag, NFKC)), '[[:space:][:punct:]]+', '-', 'g'), '-') AS key FROM unnest("tags") tag) keys WHERE key <> '')
WHERE cardinality("tags") > 0;--> statement-breakpoint
-- Keeps the shelves of a story: none while it is not published.
CREATE FUNCTION "keep_browse_entries"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	wanted text[] := '{}';
BEGIN
	IF TG_OP = 'UPDATE' THEN
		IF (OLD.published, OLD.deleted_at, OLD.genre, OLD.language, OLD.publication_type, OLD.tag_keys, OLD.popularity, OLD.last_update)
			IS NOT DISTINCT FROM
			(NEW.published, NEW.deleted_at, NEW.genre, NEW.language, NEW.publication_type, NEW.tag_keys, NEW.popularity, NEW.last_update)
		THEN RETURN NULL; END IF;
	END IF;
	IF NEW.published AND NEW.deleted_at IS NULL THEN
		wanted := array['genre:' || NEW.genre, 'language:' || NEW.language] || array(SELECT 'tag:' || key FROM unnest(NEW.tag_keys) key);
	END IF;
	DELETE FROM browse_entries WHERE story_id = NEW.id AND shelf <> ALL (wanted);
	INSERT INTO browse_entries (story_id, shelf, publication_type, genre, language, popularity, last_update)
	SELECT NEW.id, shelf, NEW.publication_type, NEW.genre, NEW.language, NEW.popularity, NEW.last_update FROM unnest(wanted) shelf
	ON CONFLICT (story_id, shelf) DO UPDATE SET publication_type = excluded.publication_type, genre = excluded.genre,
		language = excluded.language, popularity = excluded.popularity, last_update = excluded.last_update;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "stories_keep_browse_entries" AFTER INSERT OR UPDATE ON "stories" FOR EACH ROW EXECUTE FUNCTION "keep_browse_entries"();--> statement-breakpoint
INSERT INTO "browse_entries" (story_id, shelf, publication_type, genre, language, popularity, last_update)
SELECT s.id, shelf, s.publication_type, s.genre, s.language, s.popularity, s.last_update
FROM "stories" s, unnest(array['genre:' || s.genre, 'language:' || s.language] || array(SELECT 'tag:' || key FROM unnest(s.tag_keys) key)) shelf
WHERE s.published AND s.deleted_at IS NULL;
