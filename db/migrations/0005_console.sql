CREATE TABLE "episode_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"episode_id" uuid NOT NULL,
	"event" text NOT NULL,
	"from_status" text,
	"to_status" text,
	"actor_id" uuid,
	"due_at" timestamp with time zone,
	"note" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "episode_days" (
	"episode_id" uuid NOT NULL,
	"day" date NOT NULL,
	"views" bigint DEFAULT 0 NOT NULL,
	"likes" integer DEFAULT 0 NOT NULL,
	"comments" integer DEFAULT 0 NOT NULL,
	"impressions" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "episode_days_episode_id_day_pk" PRIMARY KEY("episode_id","day")
);
--> statement-breakpoint
CREATE TABLE "story_days" (
	"story_id" uuid NOT NULL,
	"day" date NOT NULL,
	"views" bigint DEFAULT 0 NOT NULL,
	"likes" integer DEFAULT 0 NOT NULL,
	"comments" integer DEFAULT 0 NOT NULL,
	"impressions" bigint DEFAULT 0 NOT NULL,
	"subscribers" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "story_days_story_id_day_pk" PRIMARY KEY("story_id","day")
);
--> statement-breakpoint
CREATE TABLE "view_marks" (
	"episode_id" uuid NOT NULL,
	"reader" text NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "view_marks_episode_id_reader_pk" PRIMARY KEY("episode_id","reader")
);
--> statement-breakpoint
CREATE TABLE "story_invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"story_id" uuid NOT NULL,
	"email" "citext" NOT NULL,
	"role" text NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"invited_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"accepted_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "story_invitations_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "story_invitations_role" CHECK ("story_invitations"."role" in ('publisher', 'editor', 'viewer'))
);
--> statement-breakpoint
ALTER TABLE "episode_events" ADD CONSTRAINT "episode_events_episode_id_episodes_id_fk" FOREIGN KEY ("episode_id") REFERENCES "public"."episodes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "episode_events" ADD CONSTRAINT "episode_events_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "episode_days" ADD CONSTRAINT "episode_days_episode_id_episodes_id_fk" FOREIGN KEY ("episode_id") REFERENCES "public"."episodes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "story_days" ADD CONSTRAINT "story_days_story_id_stories_id_fk" FOREIGN KEY ("story_id") REFERENCES "public"."stories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "view_marks" ADD CONSTRAINT "view_marks_episode_id_episodes_id_fk" FOREIGN KEY ("episode_id") REFERENCES "public"."episodes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "story_invitations" ADD CONSTRAINT "story_invitations_story_id_stories_id_fk" FOREIGN KEY ("story_id") REFERENCES "public"."stories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "story_invitations" ADD CONSTRAINT "story_invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "episode_events_episode" ON "episode_events" USING btree ("episode_id","id");--> statement-breakpoint
CREATE INDEX "view_marks_seen_at" ON "view_marks" USING btree ("seen_at");--> statement-breakpoint
CREATE INDEX "story_invitations_story" ON "story_invitations" USING btree ("story_id");