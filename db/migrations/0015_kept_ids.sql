CREATE TABLE "founder_terms" (
	"user_id" uuid NOT NULL,
	"since" date NOT NULL,
	"until" date,
	CONSTRAINT "founder_terms_user_id_since_pk" PRIMARY KEY("user_id","since"),
	CONSTRAINT "founder_terms_order" CHECK ("founder_terms"."until" >= "founder_terms"."since")
);
--> statement-breakpoint
CREATE TABLE "erased_stories" (
	"story_id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"first_published_at" timestamp with time zone,
	"erased_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "episode_events" DROP CONSTRAINT "episode_events_episode_id_episodes_id_fk";
--> statement-breakpoint
ALTER TABLE "episode_events" ADD COLUMN "story_id" uuid;--> statement-breakpoint
UPDATE "episode_events" SET "story_id" = "episodes"."story_id" FROM "episodes" WHERE "episodes"."id" = "episode_events"."episode_id";--> statement-breakpoint
ALTER TABLE "episode_events" ALTER COLUMN "story_id" SET NOT NULL;--> statement-breakpoint
-- Nobody noted since when: it has held since the account was made.
INSERT INTO "founder_terms" ("user_id", "since") SELECT "id", ("created_at" AT TIME ZONE 'UTC')::date FROM "users" WHERE "founder";--> statement-breakpoint
ALTER TABLE "founder_terms" ADD CONSTRAINT "founder_terms_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "erased_stories" ADD CONSTRAINT "erased_stories_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "erased_stories_owner" ON "erased_stories" USING btree ("owner_id");