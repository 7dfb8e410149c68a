ALTER TABLE "notifications" ADD COLUMN "mailed_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- What mails have told already, so that the next one does not begin anew.
UPDATE "notifications" n SET "mailed_count" = n."count" FROM "notification_digests" d
	WHERE d."user_id" = n."user_id" AND d."story_id" = n."story_id" AND n."read_at" IS NULL AND d."sent_at" >= n."created_at";
