CREATE TABLE "collection_stories" (
	"collection_id" uuid NOT NULL,
	"story_id" uuid NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	CONSTRAINT "collection_stories_collection_id_story_id_pk" PRIMARY KEY("collection_id","story_id")
);
--> statement-breakpoint
CREATE TABLE "collections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"title" text NOT NULL,
	"shared" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "episode_places" (
	"reader_id" uuid NOT NULL,
	"episode_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"item" integer NOT NULL,
	"item_offset" double precision DEFAULT 0 NOT NULL,
	"furthest_item_id" uuid NOT NULL,
	"furthest_item" integer NOT NULL,
	"finished" boolean DEFAULT false NOT NULL,
	"lock_version" integer NOT NULL,
	"read_at" timestamp with time zone NOT NULL,
	CONSTRAINT "episode_places_reader_id_episode_id_pk" PRIMARY KEY("reader_id","episode_id"),
	CONSTRAINT "episode_places_item" CHECK ("episode_places"."item" >= 1 and "episode_places"."furthest_item" >= "episode_places"."item"),
	CONSTRAINT "episode_places_offset" CHECK ("episode_places"."item_offset" between 0 and 1)
);
--> statement-breakpoint
CREATE TABLE "story_places" (
	"reader_id" uuid NOT NULL,
	"story_id" uuid NOT NULL,
	"episode_id" uuid NOT NULL,
	"read_at" timestamp with time zone NOT NULL,
	CONSTRAINT "story_places_reader_id_story_id_pk" PRIMARY KEY("reader_id","story_id")
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"story_id" uuid NOT NULL,
	"reader_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "subscriptions_story_id_reader_id_pk" PRIMARY KEY("story_id","reader_id")
);
--> statement-breakpoint
CREATE TABLE "violation_reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" bigserial NOT NULL,
	"reporter_id" uuid,
	"subject_type" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"story_id" uuid,
	"category" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone,
	CONSTRAINT "violation_reports_number_unique" UNIQUE("number"),
	CONSTRAINT "violation_reports_state" CHECK ("violation_reports"."state" in ('open', 'actioned', 'rejected')),
	CONSTRAINT "violation_reports_decided" CHECK (("violation_reports"."state" = 'open') = ("violation_reports"."decided_at" is null))
);
--> statement-breakpoint
CREATE TABLE "likes" (
	"episode_id" uuid NOT NULL,
	"reader_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "likes_reader_id_episode_id_pk" PRIMARY KEY("reader_id","episode_id")
);
--> statement-breakpoint
CREATE TABLE "ratings" (
	"story_id" uuid NOT NULL,
	"reader_id" uuid NOT NULL,
	"stars" smallint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ratings_reader_id_story_id_pk" PRIMARY KEY("reader_id","story_id"),
	CONSTRAINT "ratings_stars" CHECK ("ratings"."stars" between 1 and 5)
);
--> statement-breakpoint
ALTER TABLE "collection_stories" ADD CONSTRAINT "collection_stories_collection_id_collections_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_stories" ADD CONSTRAINT "collection_stories_story_id_stories_id_fk" FOREIGN KEY ("story_id") REFERENCES "public"."stories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collections" ADD CONSTRAINT "collections_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "episode_places" ADD CONSTRAINT "episode_places_reader_id_users_id_fk" FOREIGN KEY ("reader_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "episode_places" ADD CONSTRAINT "episode_places_episode_id_episodes_id_fk" FOREIGN KEY ("episode_id") REFERENCES "public"."episodes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "story_places" ADD CONSTRAINT "story_places_reader_id_users_id_fk" FOREIGN KEY ("reader_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "story_places" ADD CONSTRAINT "story_places_story_id_stories_id_fk" FOREIGN KEY ("story_id") REFERENCES "public"."stories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_story_id_stories_id_fk" FOREIGN KEY ("story_id") REFERENCES "public"."stories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_reader_id_users_id_fk" FOREIGN KEY ("reader_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "violation_reports" ADD CONSTRAINT "violation_reports_reporter_id_users_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "likes" ADD CONSTRAINT "likes_episode_id_episodes_id_fk" FOREIGN KEY ("episode_id") REFERENCES "public"."episodes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "likes" ADD CONSTRAINT "likes_reader_id_users_id_fk" FOREIGN KEY ("reader_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ratings" ADD CONSTRAINT "ratings_story_id_stories_id_fk" FOREIGN KEY ("story_id") REFERENCES "public"."stories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ratings" ADD CONSTRAINT "ratings_reader_id_users_id_fk" FOREIGN KEY ("reader_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "collection_stories_story" ON "collection_stories" USING btree ("story_id");--> statement-breakpoint
CREATE INDEX "collections_owner" ON "collections" USING btree ("owner_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "episode_places_episode" ON "episode_places" USING btree ("episode_id");--> statement-breakpoint
CREATE INDEX "story_places_latest" ON "story_places" USING btree ("reader_id","read_at" DESC NULLS FIRST,"story_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "story_places_story" ON "story_places" USING btree ("story_id");--> statement-breakpoint
CREATE INDEX "subscriptions_reader" ON "subscriptions" USING btree ("reader_id","story_id");--> statement-breakpoint
CREATE UNIQUE INDEX "violation_reports_open" ON "violation_reports" USING btree ("reporter_id","subject_type","subject_id") WHERE "violation_reports"."state" = 'open';--> statement-breakpoint
CREATE INDEX "violation_reports_reporter" ON "violation_reports" USING btree ("reporter_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "likes_episode" ON "likes" USING btree ("episode_id");--> statement-breakpoint
CREATE INDEX "ratings_story" ON "ratings" USING btree ("story_id");