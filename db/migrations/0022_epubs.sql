CREATE TABLE "chapter_pictures" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"episode_id" uuid NOT NULL,
	"media_id" uuid NOT NULL,
	"chapter_id" uuid,
	"epub_id" uuid,
	"token" text,
	CONSTRAINT "chapter_pictures_place" CHECK (("chapter_pictures"."chapter_id" is null) <> ("chapter_pictures"."epub_id" is null))
);
--> statement-breakpoint
CREATE TABLE "epub_chapters" (
	"epub_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"key" text NOT NULL,
	"title" text NOT NULL,
	"html" text NOT NULL,
	"section_ends" integer[] NOT NULL,
	"words_count" integer NOT NULL,
	"characters_count" integer NOT NULL,
	CONSTRAINT "epub_chapters_epub_id_position_pk" PRIMARY KEY("epub_id","position")
);
--> statement-breakpoint
CREATE TABLE "epubs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"episode_id" uuid,
	"owner_id" uuid NOT NULL,
	"name" text NOT NULL,
	"bytes" integer NOT NULL,
	"hash" text NOT NULL,
	"state" text DEFAULT 'uploaded' NOT NULL,
	"progress" jsonb,
	"findings" jsonb,
	"refusal" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "epubs_state" CHECK ("epubs"."state" in ('uploaded', 'reading', 'found', 'refused', 'taken')),
	CONSTRAINT "epubs_episode" CHECK ("epubs"."state" <> 'uploaded' or "epubs"."episode_id" is null)
);
--> statement-breakpoint
ALTER TABLE "chapters" ADD COLUMN "section_ends" integer[];--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "key" text;--> statement-breakpoint
ALTER TABLE "chapter_pictures" ADD CONSTRAINT "chapter_pictures_episode_id_episodes_id_fk" FOREIGN KEY ("episode_id") REFERENCES "public"."episodes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chapter_pictures" ADD CONSTRAINT "chapter_pictures_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chapter_pictures" ADD CONSTRAINT "chapter_pictures_chapter_id_chapters_id_fk" FOREIGN KEY ("chapter_id") REFERENCES "public"."chapters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chapter_pictures" ADD CONSTRAINT "chapter_pictures_epub_id_epubs_id_fk" FOREIGN KEY ("epub_id") REFERENCES "public"."epubs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "epub_chapters" ADD CONSTRAINT "epub_chapters_epub_id_epubs_id_fk" FOREIGN KEY ("epub_id") REFERENCES "public"."epubs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "epubs" ADD CONSTRAINT "epubs_episode_id_episodes_id_fk" FOREIGN KEY ("episode_id") REFERENCES "public"."episodes"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "epubs" ADD CONSTRAINT "epubs_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chapter_pictures_media" ON "chapter_pictures" USING btree ("media_id");--> statement-breakpoint
CREATE INDEX "chapter_pictures_episode" ON "chapter_pictures" USING btree ("episode_id");--> statement-breakpoint
CREATE UNIQUE INDEX "chapter_pictures_chapter" ON "chapter_pictures" USING btree ("chapter_id","media_id");--> statement-breakpoint
CREATE UNIQUE INDEX "chapter_pictures_epub" ON "chapter_pictures" USING btree ("epub_id","token");--> statement-breakpoint
CREATE INDEX "epubs_owner" ON "epubs" USING btree ("owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX "epubs_in_hand" ON "epubs" USING btree ("episode_id") WHERE "epubs"."state" in ('reading', 'found', 'refused');--> statement-breakpoint
CREATE UNIQUE INDEX "epubs_taken" ON "epubs" USING btree ("episode_id") WHERE "epubs"."state" = 'taken';--> statement-breakpoint
CREATE INDEX "epubs_passing" ON "epubs" USING btree ("updated_at") WHERE "epubs"."state" <> 'taken' or "epubs"."episode_id" is null;