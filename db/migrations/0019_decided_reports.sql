ALTER TABLE "violation_reports" ADD COLUMN "decided_by" uuid;--> statement-breakpoint
ALTER TABLE "violation_reports" ADD COLUMN "note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "violation_reports" ADD CONSTRAINT "violation_reports_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "violation_reports_decided_by" ON "violation_reports" USING btree ("decided_by") WHERE "violation_reports"."decided_by" is not null;--> statement-breakpoint
CREATE INDEX "violation_reports_state" ON "violation_reports" USING btree ("state","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "violation_reports_subject" ON "violation_reports" USING btree ("subject_id","id" DESC NULLS FIRST);