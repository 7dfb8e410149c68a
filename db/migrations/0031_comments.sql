CREATE TABLE "comment_likes" (
	"comment_id" uuid NOT NULL,
	"reader_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "comment_likes_reader_id_comment_id_pk" PRIMARY KEY("reader_id","comment_id")
);
--> statement-breakpoint
CREATE TABLE "comment_mentions" (
	"comment_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "comment_mentions_comment_id_user_id_pk" PRIMARY KEY("comment_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "comment_settings" (
	"story_id" uuid PRIMARY KEY NOT NULL,
	"closed" boolean DEFAULT false NOT NULL,
	"close_after_days" integer
);
--> statement-breakpoint
CREATE TABLE "comment_threads" (
	"subject_id" uuid PRIMARY KEY NOT NULL,
	"story_id" uuid NOT NULL,
	"shown_count" integer DEFAULT 0 NOT NULL,
	"listed_count" integer DEFAULT 0 NOT NULL,
	"locked_at" timestamp with time zone,
	CONSTRAINT "comment_threads_counts" CHECK ("comment_threads"."shown_count" >= 0 and "comment_threads"."listed_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "comments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"story_id" uuid NOT NULL,
	"episode_id" uuid,
	"parent_id" uuid,
	"author_id" uuid,
	"body" text NOT NULL,
	"spoiler" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'shown' NOT NULL,
	"announced_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"edited_at" timestamp with time zone,
	"pinned_at" timestamp with time zone,
	"likes_count" integer DEFAULT 0 NOT NULL,
	"replies_count" integer DEFAULT 0 NOT NULL,
	"sent_key" text,
	CONSTRAINT "comments_state" CHECK ("comments"."state" in ('shown', 'held', 'hidden', 'deleted')),
	CONSTRAINT "comments_counts" CHECK ("comments"."likes_count" >= 0 and "comments"."replies_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "kept_out" (
	"story_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "kept_out_story_id_user_id_pk" PRIMARY KEY("story_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "shut_outs" (
	"reader_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shut_outs_reader_id_person_id_pk" PRIMARY KEY("reader_id","person_id"),
	CONSTRAINT "shut_outs_kind" CHECK ("shut_outs"."kind" in ('muted', 'blocked')),
	CONSTRAINT "shut_outs_other" CHECK ("shut_outs"."reader_id" <> "shut_outs"."person_id")
);
--> statement-breakpoint
ALTER TABLE "comment_likes" ADD CONSTRAINT "comment_likes_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment_likes" ADD CONSTRAINT "comment_likes_reader_id_users_id_fk" FOREIGN KEY ("reader_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment_mentions" ADD CONSTRAINT "comment_mentions_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment_mentions" ADD CONSTRAINT "comment_mentions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment_settings" ADD CONSTRAINT "comment_settings_story_id_stories_id_fk" FOREIGN KEY ("story_id") REFERENCES "public"."stories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment_threads" ADD CONSTRAINT "comment_threads_story_id_stories_id_fk" FOREIGN KEY ("story_id") REFERENCES "public"."stories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_story_id_stories_id_fk" FOREIGN KEY ("story_id") REFERENCES "public"."stories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_episode_id_episodes_id_fk" FOREIGN KEY ("episode_id") REFERENCES "public"."episodes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_parent_id_comments_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kept_out" ADD CONSTRAINT "kept_out_story_id_stories_id_fk" FOREIGN KEY ("story_id") REFERENCES "public"."stories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kept_out" ADD CONSTRAINT "kept_out_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shut_outs" ADD CONSTRAINT "shut_outs_reader_id_users_id_fk" FOREIGN KEY ("reader_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shut_outs" ADD CONSTRAINT "shut_outs_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "comment_likes_comment" ON "comment_likes" USING btree ("comment_id");--> statement-breakpoint
CREATE INDEX "comment_mentions_user" ON "comment_mentions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "comment_threads_story" ON "comment_threads" USING btree ("story_id");--> statement-breakpoint
CREATE INDEX "comments_episode_new" ON "comments" USING btree ("episode_id","id" DESC NULLS FIRST) WHERE "comments"."parent_id" is null and "comments"."episode_id" is not null;--> statement-breakpoint
CREATE INDEX "comments_episode_top" ON "comments" USING btree ("episode_id","likes_count" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "comments"."parent_id" is null and "comments"."episode_id" is not null;--> statement-breakpoint
CREATE INDEX "comments_story_new" ON "comments" USING btree ("story_id","id" DESC NULLS FIRST) WHERE "comments"."parent_id" is null and "comments"."episode_id" is null;--> statement-breakpoint
CREATE INDEX "comments_story_top" ON "comments" USING btree ("story_id","likes_count" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "comments"."parent_id" is null and "comments"."episode_id" is null;--> statement-breakpoint
CREATE INDEX "comments_replies" ON "comments" USING btree ("parent_id","id") WHERE "comments"."parent_id" is not null;--> statement-breakpoint
CREATE INDEX "comments_author" ON "comments" USING btree ("author_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "comments_of_story" ON "comments" USING btree ("story_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "comments_of_episode" ON "comments" USING btree ("episode_id") WHERE "comments"."episode_id" is not null;--> statement-breakpoint
CREATE INDEX "comments_held" ON "comments" USING btree ("story_id","id" DESC NULLS FIRST) WHERE "comments"."state" = 'held';--> statement-breakpoint
CREATE INDEX "comments_pinned" ON "comments" USING btree ("story_id") WHERE "comments"."pinned_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "comments_sent" ON "comments" USING btree ("author_id","sent_key") WHERE "comments"."sent_key" is not null;--> statement-breakpoint
CREATE INDEX "kept_out_user" ON "kept_out" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "shut_outs_person" ON "shut_outs" USING btree ("person_id","reader_id");