-- Locks, each until the commit. Counting of views, days and attention waits, and so does whoever writes to "users"; readers
-- of the days wait, too: with a million rows in each table 1.5 s, writers of "users" 0.6 s. The whole takes 17 s then.
-- They are taken in the order in which counting takes them. Whoever cannot have one within 10 s gives up, and nothing has changed.
SET LOCAL lock_timeout = '10s';--> statement-breakpoint
CREATE TABLE "seen_marks" (
	"day" date NOT NULL,
	"episode_id" uuid NOT NULL,
	"reader" text NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "seen_marks_episode_id_reader_day_pk" PRIMARY KEY("episode_id","reader","day")
) PARTITION BY RANGE ("day");--> statement-breakpoint
-- What no other partition takes, is never refused; the sweep moves it on.
CREATE TABLE "seen_marks_default" PARTITION OF "seen_marks" DEFAULT;--> statement-breakpoint
DO $$
DECLARE
	today date := (now() AT TIME ZONE 'UTC')::date;
BEGIN
	FOR back IN -2..1 LOOP
		EXECUTE format('CREATE TABLE %I PARTITION OF "seen_marks" FOR VALUES FROM (%L) TO (%L)',
			'seen_marks_' || to_char(today + back, 'YYYYMMDD'), today + back, today + back + 1);
	END LOOP;
END $$;--> statement-breakpoint
-- Without a lock that anybody notices.
INSERT INTO "seen_marks" ("day", "episode_id", "reader", "seen_at")
	SELECT ("seen_at" AT TIME ZONE 'UTC')::date, "episode_id", "reader", "seen_at" FROM "view_marks"
	WHERE "seen_at" > now() - interval '25 hours';--> statement-breakpoint
-- The release before this one goes on to count into "view_marks": a row that has been seen is none, and is not counted.
CREATE FUNCTION "mark_seen"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	seen_on date := (NEW."seen_at" AT TIME ZONE 'UTC')::date;
BEGIN
	IF EXISTS (SELECT FROM "seen_marks" m WHERE m."episode_id" = NEW."episode_id" AND m."reader" = NEW."reader"
		AND (m."day" = seen_on - 1 OR m."day" = seen_on + 1) AND m."seen_at" > NEW."seen_at" - interval '24 hours')
	THEN RETURN NULL;
	END IF;
	INSERT INTO "seen_marks" ("day", "episode_id", "reader", "seen_at")
		VALUES (seen_on, NEW."episode_id", NEW."reader", NEW."seen_at") ON CONFLICT DO NOTHING;
	IF NOT FOUND THEN RETURN NULL;
	END IF;
	RETURN NEW;
END $$;--> statement-breakpoint
LOCK TABLE "view_marks" IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
LOCK TABLE "episode_days", "story_days" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
LOCK TABLE "users" IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
LOCK TABLE "attention_days" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
CREATE TRIGGER "view_marks_seen" BEFORE INSERT ON "view_marks" FOR EACH ROW EXECUTE FUNCTION "mark_seen"();--> statement-breakpoint
-- What was counted while the others were copied.
INSERT INTO "seen_marks" ("day", "episode_id", "reader", "seen_at")
	SELECT ("seen_at" AT TIME ZONE 'UTC')::date, "episode_id", "reader", "seen_at" FROM "view_marks"
	WHERE "seen_at" > now() - interval '5 minutes' ON CONFLICT DO NOTHING;--> statement-breakpoint
ALTER TABLE "episode_days" RENAME TO "episode_days_before";--> statement-breakpoint
ALTER TABLE "episode_days_before" RENAME CONSTRAINT "episode_days_episode_id_day_pk" TO "episode_days_before_pk";--> statement-breakpoint
CREATE TABLE "episode_days" (
	LIKE "episode_days_before" INCLUDING DEFAULTS,
	CONSTRAINT "episode_days_episode_id_day_pk" PRIMARY KEY("episode_id","day")
) PARTITION BY RANGE ("day");--> statement-breakpoint
ALTER TABLE "story_days" RENAME TO "story_days_before";--> statement-breakpoint
ALTER TABLE "story_days_before" RENAME CONSTRAINT "story_days_story_id_day_pk" TO "story_days_before_pk";--> statement-breakpoint
ALTER INDEX "story_days_day" RENAME TO "story_days_before_day";--> statement-breakpoint
CREATE TABLE "story_days" (
	LIKE "story_days_before" INCLUDING DEFAULTS,
	CONSTRAINT "story_days_story_id_day_pk" PRIMARY KEY("story_id","day")
) PARTITION BY RANGE ("day");--> statement-breakpoint
CREATE INDEX "story_days_day" ON "story_days" USING btree ("day");--> statement-breakpoint
ALTER TABLE "attention_days" RENAME TO "attention_days_before";--> statement-breakpoint
ALTER TABLE "attention_days_before" RENAME CONSTRAINT "attention_days_reader_id_day_story_id_pk" TO "attention_days_before_pk";--> statement-breakpoint
ALTER TABLE "attention_days_before" RENAME CONSTRAINT "attention_days_reader_id_users_id_fk" TO "attention_days_before_reader_id_fk";--> statement-breakpoint
ALTER INDEX "attention_days_day" RENAME TO "attention_days_before_day";--> statement-breakpoint
CREATE TABLE "attention_days" (
	LIKE "attention_days_before" INCLUDING DEFAULTS INCLUDING CONSTRAINTS,
	CONSTRAINT "attention_days_reader_id_day_story_id_pk" PRIMARY KEY("reader_id","day","story_id"),
	CONSTRAINT "attention_days_reader_id_users_id_fk" FOREIGN KEY ("reader_id") REFERENCES "public"."users"("id") ON DELETE cascade
) PARTITION BY RANGE ("day");--> statement-breakpoint
CREATE INDEX "attention_days_day" ON "attention_days" USING btree ("day");--> statement-breakpoint
-- All that there is becomes the partition of all time up to the end of this month (UTC).
DO $$
DECLARE
	name text;
	bound date := (date_trunc('month', now() AT TIME ZONE 'UTC') + interval '1 month')::date;
BEGIN
	FOREACH name IN ARRAY ARRAY['episode_days', 'story_days', 'attention_days'] LOOP
		EXECUTE format('CREATE TABLE %I PARTITION OF %I DEFAULT', name || '_default', name);
		-- Of a clock that went ahead.
		EXECUTE format('WITH late AS (DELETE FROM %I WHERE "day" >= %L RETURNING *) INSERT INTO %I SELECT * FROM late',
			name || '_before', bound, name || '_default');
		EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%L)',
			name, name || '_before', bound);
	END LOOP;
END $$;--> statement-breakpoint
ALTER TABLE "episode_days_default" SET (fillfactor = 85);--> statement-breakpoint
ALTER TABLE "story_days_default" SET (fillfactor = 85);
