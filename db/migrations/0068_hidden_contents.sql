ALTER TABLE "block_statements" DROP CONSTRAINT "block_statements_subject";--> statement-breakpoint
ALTER TABLE "block_statements" ALTER COLUMN "story_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "block_statements" ADD COLUMN "hidden" jsonb;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "look" text;--> statement-breakpoint
CREATE INDEX "users_look" ON "users" USING btree ("look") WHERE "users"."look" is not null;--> statement-breakpoint
CREATE INDEX "users_without_look" ON "users" USING btree ("id") WHERE "users"."look" is null;--> statement-breakpoint
ALTER TABLE "block_statements" ADD CONSTRAINT "block_statements_story" CHECK (("block_statements"."story_id" is not null) = ("block_statements"."subject_type" in ('episode', 'story')));--> statement-breakpoint
ALTER TABLE "block_statements" ADD CONSTRAINT "block_statements_subject" CHECK ("block_statements"."subject_type" in
        ('episode', 'story', 'comment', 'reply', 'tsukkomi', 'profile_text', 'profile_picture'));