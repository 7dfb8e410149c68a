CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"user_agent" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sessions_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "sign_in_failures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"bucket" text NOT NULL,
	"failed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" "citext" NOT NULL,
	"email_confirmed_at" timestamp with time zone,
	"password_hash" text,
	"slug" text NOT NULL,
	"display_name" text NOT NULL,
	"name" text,
	"website" text,
	"date_of_birth" date NOT NULL,
	"guardian_consent_at" timestamp with time zone,
	"timezone" text DEFAULT 'UTC' NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
	"picture_media_id" uuid,
	"founder" boolean DEFAULT false NOT NULL,
	"publisher" boolean DEFAULT false NOT NULL,
	"administrator" boolean DEFAULT false NOT NULL,
	"locked_at" timestamp with time zone,
	"subscribe_to_emails" boolean DEFAULT false NOT NULL,
	"notify_new_comments" boolean DEFAULT true NOT NULL,
	"notify_new_episodes" boolean DEFAULT true NOT NULL,
	"notify_new_subscriber" boolean DEFAULT true NOT NULL,
	"notify_replies" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email"),
	CONSTRAINT "users_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "chapters" (
	"id" uuid PRIMARY KEY NOT NULL,
	"episode_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"title" text NOT NULL,
	"html" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "episode_pages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"episode_id" uuid NOT NULL,
	"media_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "episodes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"story_id" uuid NOT NULL,
	"position" integer,
	"title" text NOT NULL,
	"status" text DEFAULT 'in_progress' NOT NULL,
	"read_mode" text DEFAULT 'continuous' NOT NULL,
	"page_orientation" text DEFAULT 'vertical' NOT NULL,
	"thumbnail_media_id" uuid,
	"custom_price_coins" integer DEFAULT 0 NOT NULL,
	"publish_at" timestamp with time zone,
	"publish_wall_time" text,
	"publish_zone" text,
	"published_at" timestamp with time zone,
	"first_published_at" timestamp with time zone,
	"blocked_at" timestamp with time zone,
	"blocked_from" text,
	"blocked_reason" text,
	"likes_count" integer DEFAULT 0 NOT NULL,
	"views_count" bigint DEFAULT 0 NOT NULL,
	"comments_count" integer DEFAULT 0 NOT NULL,
	"impressions_count" bigint DEFAULT 0 NOT NULL,
	"lock_version" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "episodes_status" CHECK ("episodes"."status" in ('in_progress', 'scheduled', 'published', 'blocked')),
	CONSTRAINT "episodes_read_mode" CHECK ("episodes"."read_mode" in ('page_flip', 'continuous')),
	CONSTRAINT "episodes_orientation" CHECK ("episodes"."page_orientation" in ('horizontal', 'vertical')),
	CONSTRAINT "episodes_price" CHECK ("episodes"."custom_price_coins" between 0 and 1000),
	CONSTRAINT "episodes_position" CHECK (("episodes"."position" is null) = ("episodes"."deleted_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "media" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"original_name" text NOT NULL,
	"hash" text NOT NULL,
	"bytes" integer NOT NULL,
	"type" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"crop" jsonb,
	"pieces" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"variants" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"hue" double precision,
	"chroma" double precision,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"processed_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	"error" text,
	CONSTRAINT "media_size" CHECK ("media"."width" > 0 and "media"."height" > 0)
);
--> statement-breakpoint
CREATE TABLE "failed_jobs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"payload" jsonb NOT NULL,
	"error" text NOT NULL,
	"attempts" integer NOT NULL,
	"failed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"retried_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"payload" jsonb NOT NULL,
	"run_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"relayed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "geofilter_strategies" (
	"story_id" uuid PRIMARY KEY NOT NULL,
	"type" text DEFAULT 'worldwide' NOT NULL,
	"countries" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "geofilter_strategies_type" CHECK ("geofilter_strategies"."type" in ('worldwide', 'allow', 'deny'))
);
--> statement-breakpoint
CREATE TABLE "pricing_strategies" (
	"story_id" uuid PRIMARY KEY NOT NULL,
	"type" text DEFAULT 'all_free' NOT NULL,
	"free_count" integer DEFAULT 0 NOT NULL,
	"price_coins" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "pricing_strategies_type" CHECK ("pricing_strategies"."type" in ('all_free', 'all_premium', 'first_free', 'custom')),
	CONSTRAINT "pricing_strategies_price" CHECK ("pricing_strategies"."price_coins" between 0 and 1000),
	CONSTRAINT "pricing_strategies_free_count" CHECK ("pricing_strategies"."free_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "stories" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"owner_id" uuid NOT NULL,
	"title" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"publication_type" text NOT NULL,
	"format" text,
	"rating" text DEFAULT 'all' NOT NULL,
	"genre" text NOT NULL,
	"language" text NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"cover_media_id" uuid,
	"published" boolean DEFAULT false NOT NULL,
	"first_published_at" timestamp with time zone,
	"last_update" timestamp with time zone DEFAULT now() NOT NULL,
	"subscribers_count" integer DEFAULT 0 NOT NULL,
	"views_count" bigint DEFAULT 0 NOT NULL,
	"likes_count" integer DEFAULT 0 NOT NULL,
	"ratings_sum" integer DEFAULT 0 NOT NULL,
	"ratings_count" integer DEFAULT 0 NOT NULL,
	"lock_version" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "stories_slug_unique" UNIQUE("slug"),
	CONSTRAINT "stories_type" CHECK ("stories"."publication_type" in ('comics', 'indie', 'novel')),
	CONSTRAINT "stories_format" CHECK ("stories"."format" in ('page_ltr', 'page_rtl', 'strip')),
	CONSTRAINT "stories_format_of_type" CHECK (("stories"."publication_type" = 'novel') = ("stories"."format" is null)),
	CONSTRAINT "stories_rating" CHECK ("stories"."rating" in ('all', 'teen13', 'mature16'))
);
--> statement-breakpoint
CREATE TABLE "story_members" (
	"story_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "story_members_story_id_user_id_pk" PRIMARY KEY("story_id","user_id"),
	CONSTRAINT "story_members_role" CHECK ("story_members"."role" in ('owner', 'publisher', 'editor', 'viewer'))
);
--> statement-breakpoint
CREATE TABLE "story_slugs" (
	"slug" text PRIMARY KEY NOT NULL,
	"story_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chapters" ADD CONSTRAINT "chapters_episode_id_episodes_id_fk" FOREIGN KEY ("episode_id") REFERENCES "public"."episodes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "episode_pages" ADD CONSTRAINT "episode_pages_episode_id_episodes_id_fk" FOREIGN KEY ("episode_id") REFERENCES "public"."episodes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "episode_pages" ADD CONSTRAINT "episode_pages_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "episodes" ADD CONSTRAINT "episodes_story_id_stories_id_fk" FOREIGN KEY ("story_id") REFERENCES "public"."stories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "episodes" ADD CONSTRAINT "episodes_thumbnail_media_id_media_id_fk" FOREIGN KEY ("thumbnail_media_id") REFERENCES "public"."media"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "geofilter_strategies" ADD CONSTRAINT "geofilter_strategies_story_id_stories_id_fk" FOREIGN KEY ("story_id") REFERENCES "public"."stories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pricing_strategies" ADD CONSTRAINT "pricing_strategies_story_id_stories_id_fk" FOREIGN KEY ("story_id") REFERENCES "public"."stories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stories" ADD CONSTRAINT "stories_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stories" ADD CONSTRAINT "stories_cover_media_id_media_id_fk" FOREIGN KEY ("cover_media_id") REFERENCES "public"."media"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "story_members" ADD CONSTRAINT "story_members_story_id_stories_id_fk" FOREIGN KEY ("story_id") REFERENCES "public"."stories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "story_members" ADD CONSTRAINT "story_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "story_slugs" ADD CONSTRAINT "story_slugs_story_id_stories_id_fk" FOREIGN KEY ("story_id") REFERENCES "public"."stories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sessions_user_id" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expires_at" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sign_in_failures_bucket" ON "sign_in_failures" USING btree ("bucket","failed_at");--> statement-breakpoint
CREATE INDEX "users_picture" ON "users" USING btree ("picture_media_id") WHERE "users"."picture_media_id" is not null;--> statement-breakpoint
CREATE INDEX "chapters_episode" ON "chapters" USING btree ("episode_id","position");--> statement-breakpoint
CREATE INDEX "episode_pages_episode" ON "episode_pages" USING btree ("episode_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "episode_pages_media" ON "episode_pages" USING btree ("media_id");--> statement-breakpoint
CREATE UNIQUE INDEX "episodes_story_position" ON "episodes" USING btree ("story_id","position");--> statement-breakpoint
CREATE INDEX "episodes_due" ON "episodes" USING btree ("publish_at") WHERE "episodes"."status" = 'scheduled';--> statement-breakpoint
CREATE INDEX "episodes_latest" ON "episodes" USING btree ("published_at" DESC NULLS FIRST) WHERE "episodes"."status" = 'published' and "episodes"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "episodes_thumbnail" ON "episodes" USING btree ("thumbnail_media_id") WHERE "episodes"."thumbnail_media_id" is not null;--> statement-breakpoint
CREATE INDEX "media_owner_id" ON "media" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "media_unprocessed" ON "media" USING btree ("created_at") WHERE "media"."processed_at" is null and "media"."failed_at" is null;--> statement-breakpoint
CREATE INDEX "outbox_waiting" ON "outbox" USING btree ("id") WHERE "outbox"."relayed_at" is null;--> statement-breakpoint
CREATE INDEX "outbox_relayed_at" ON "outbox" USING btree ("relayed_at");--> statement-breakpoint
CREATE INDEX "stories_owner_id" ON "stories" USING btree ("owner_id","last_update" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "stories_published" ON "stories" USING btree ("last_update" DESC NULLS FIRST) WHERE "stories"."published" and "stories"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "stories_popular" ON "stories" USING btree ("views_count" DESC NULLS FIRST) WHERE "stories"."published" and "stories"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "stories_cover" ON "stories" USING btree ("cover_media_id") WHERE "stories"."cover_media_id" is not null;--> statement-breakpoint
CREATE INDEX "story_members_user_id" ON "story_members" USING btree ("user_id");