CREATE INDEX "sign_in_failures_failed_at" ON "sign_in_failures" USING btree ("failed_at");--> statement-breakpoint
CREATE INDEX "mail_tokens_expires_at" ON "mail_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "mails_created_at" ON "mails" USING btree ("created_at");