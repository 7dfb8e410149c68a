DROP INDEX "chapters_uncut";--> statement-breakpoint
ALTER TABLE "chapters" ADD COLUMN "plain" text;--> statement-breakpoint
CREATE INDEX "chapters_unread" ON "chapters" USING btree ("id") WHERE "chapters"."section_ends" is null or "chapters"."plain" is null;