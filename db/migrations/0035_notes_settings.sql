ALTER TABLE "reading_settings" ADD COLUMN "notes" jsonb;--> statement-breakpoint
ALTER TABLE "reading_settings" ADD COLUMN "notes_chosen_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "tsukkomi_comments" ADD COLUMN "sent_key" text;--> statement-breakpoint
CREATE UNIQUE INDEX "tsukkomi_comments_sent" ON "tsukkomi_comments" USING btree ("author_id","sent_key") WHERE "tsukkomi_comments"."sent_key" is not null;--> statement-breakpoint
ALTER TABLE "reading_settings" ADD CONSTRAINT "reading_settings_notes" CHECK (("reading_settings"."notes" is null) = ("reading_settings"."notes_chosen_at" is null));