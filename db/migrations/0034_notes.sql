CREATE TABLE "pop_reaction_counts" (
	"episode_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"count" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "pop_reaction_counts_episode_id_item_id_kind_pk" PRIMARY KEY("episode_id","item_id","kind"),
	CONSTRAINT "pop_reaction_counts_count" CHECK ("pop_reaction_counts"."count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "pop_reactions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"reader_id" uuid NOT NULL,
	"episode_id" uuid NOT NULL,
	"page_id" uuid,
	"chapter_id" uuid,
	"kind" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pop_reactions_place" CHECK (("pop_reactions"."page_id" is null) <> ("pop_reactions"."chapter_id" is null))
);
--> statement-breakpoint
CREATE TABLE "tsukkomi_comments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"episode_id" uuid NOT NULL,
	"page_id" uuid,
	"chapter_id" uuid,
	"x" double precision,
	"y" double precision,
	"offset" integer,
	"quote" text,
	"author_id" uuid NOT NULL,
	"body" text NOT NULL,
	"state" text DEFAULT 'shown' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tsukkomi_comments_state" CHECK ("tsukkomi_comments"."state" in ('shown', 'hidden')),
	CONSTRAINT "tsukkomi_comments_place" CHECK (("tsukkomi_comments"."page_id" is not null and "tsukkomi_comments"."x" between 0 and 1 and "tsukkomi_comments"."y" between 0 and 1
        and "tsukkomi_comments"."chapter_id" is null) or ("tsukkomi_comments"."chapter_id" is not null and "tsukkomi_comments"."offset" >= 0
        and "tsukkomi_comments"."page_id" is null))
);
--> statement-breakpoint
ALTER TABLE "pop_reaction_counts" ADD CONSTRAINT "pop_reaction_counts_episode_id_episodes_id_fk" FOREIGN KEY ("episode_id") REFERENCES "public"."episodes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pop_reactions" ADD CONSTRAINT "pop_reactions_reader_id_users_id_fk" FOREIGN KEY ("reader_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pop_reactions" ADD CONSTRAINT "pop_reactions_episode_id_episodes_id_fk" FOREIGN KEY ("episode_id") REFERENCES "public"."episodes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pop_reactions" ADD CONSTRAINT "pop_reactions_page_id_episode_pages_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."episode_pages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pop_reactions" ADD CONSTRAINT "pop_reactions_chapter_id_chapters_id_fk" FOREIGN KEY ("chapter_id") REFERENCES "public"."chapters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tsukkomi_comments" ADD CONSTRAINT "tsukkomi_comments_episode_id_episodes_id_fk" FOREIGN KEY ("episode_id") REFERENCES "public"."episodes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tsukkomi_comments" ADD CONSTRAINT "tsukkomi_comments_page_id_episode_pages_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."episode_pages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tsukkomi_comments" ADD CONSTRAINT "tsukkomi_comments_chapter_id_chapters_id_fk" FOREIGN KEY ("chapter_id") REFERENCES "public"."chapters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tsukkomi_comments" ADD CONSTRAINT "tsukkomi_comments_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "pop_reactions_page" ON "pop_reactions" USING btree ("reader_id","page_id") WHERE "pop_reactions"."page_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "pop_reactions_chapter" ON "pop_reactions" USING btree ("reader_id","chapter_id") WHERE "pop_reactions"."chapter_id" is not null;--> statement-breakpoint
CREATE INDEX "pop_reactions_of_page" ON "pop_reactions" USING btree ("page_id") WHERE "pop_reactions"."page_id" is not null;--> statement-breakpoint
CREATE INDEX "pop_reactions_of_chapter" ON "pop_reactions" USING btree ("chapter_id") WHERE "pop_reactions"."chapter_id" is not null;--> statement-breakpoint
CREATE INDEX "pop_reactions_episode" ON "pop_reactions" USING btree ("episode_id","reader_id");--> statement-breakpoint
CREATE INDEX "tsukkomi_comments_page" ON "tsukkomi_comments" USING btree ("page_id","id") WHERE "tsukkomi_comments"."page_id" is not null;--> statement-breakpoint
CREATE INDEX "tsukkomi_comments_chapter" ON "tsukkomi_comments" USING btree ("chapter_id","id") WHERE "tsukkomi_comments"."chapter_id" is not null;--> statement-breakpoint
CREATE INDEX "tsukkomi_comments_episode" ON "tsukkomi_comments" USING btree ("episode_id","id");--> statement-breakpoint
CREATE INDEX "tsukkomi_comments_author" ON "tsukkomi_comments" USING btree ("author_id","id" DESC NULLS FIRST);