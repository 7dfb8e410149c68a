CREATE TABLE "illegal_content_notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" bigserial NOT NULL,
	"name" text,
	"email" text,
	"locale" text NOT NULL,
	"ground" text NOT NULL,
	"text" text NOT NULL,
	"addresses" text[] NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp with time zone,
	"erased_at" timestamp with time zone,
	CONSTRAINT "illegal_content_notices_number_unique" UNIQUE("number")
);
--> statement-breakpoint
CREATE TABLE "report_decisions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"story_id" uuid,
	"category" text NOT NULL,
	"state" text NOT NULL,
	"note" text NOT NULL,
	"report_count" integer NOT NULL,
	"hidden" text,
	"decided_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"tell_at" timestamp with time zone NOT NULL,
	"told_at" timestamp with time zone,
	"undone_at" timestamp with time zone,
	"undone_by" uuid,
	CONSTRAINT "report_decisions_state" CHECK ("report_decisions"."state" in ('actioned', 'rejected'))
);
--> statement-breakpoint
CREATE TABLE "report_queue" (
	"subject_type" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"category" text NOT NULL,
	"language" text,
	"urgent" boolean NOT NULL,
	"leads" boolean NOT NULL,
	"first_number" bigint NOT NULL,
	"open_count" integer NOT NULL,
	"has_notice" boolean NOT NULL,
	CONSTRAINT "report_queue_subject_id_subject_type_category_pk" PRIMARY KEY("subject_id","subject_type","category")
);
--> statement-breakpoint
ALTER TABLE "violation_reports" ADD COLUMN "notice_id" uuid;--> statement-breakpoint
ALTER TABLE "violation_reports" ADD COLUMN "person_id" uuid;--> statement-breakpoint
ALTER TABLE "violation_reports" ADD COLUMN "decision_id" uuid;--> statement-breakpoint
ALTER TABLE "violation_reports" ADD COLUMN "told_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "report_decisions" ADD CONSTRAINT "report_decisions_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_decisions" ADD CONSTRAINT "report_decisions_undone_by_users_id_fk" FOREIGN KEY ("undone_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "illegal_content_notices_closed" ON "illegal_content_notices" USING btree ("closed_at") WHERE "illegal_content_notices"."erased_at" is null;--> statement-breakpoint
CREATE INDEX "report_decisions_state" ON "report_decisions" USING btree ("state","id" DESC NULLS FIRST) WHERE "report_decisions"."undone_at" is null;--> statement-breakpoint
CREATE INDEX "report_decisions_category" ON "report_decisions" USING btree ("state","category","id" DESC NULLS FIRST) WHERE "report_decisions"."undone_at" is null;--> statement-breakpoint
CREATE INDEX "report_decisions_untold" ON "report_decisions" USING btree ("tell_at") WHERE "report_decisions"."told_at" is null and "report_decisions"."undone_at" is null;--> statement-breakpoint
CREATE INDEX "report_decisions_subject" ON "report_decisions" USING btree ("subject_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "report_decisions_decided_by" ON "report_decisions" USING btree ("decided_by") WHERE "report_decisions"."decided_by" is not null;--> statement-breakpoint
CREATE INDEX "report_decisions_undone_by" ON "report_decisions" USING btree ("undone_by") WHERE "report_decisions"."undone_by" is not null;--> statement-breakpoint
CREATE INDEX "report_queue_all" ON "report_queue" USING btree ("urgent" DESC NULLS FIRST,"first_number") WHERE "report_queue"."leads";--> statement-breakpoint
CREATE INDEX "report_queue_category" ON "report_queue" USING btree ("category","urgent" DESC NULLS FIRST,"first_number");--> statement-breakpoint
CREATE INDEX "report_queue_language" ON "report_queue" USING btree ("language","urgent" DESC NULLS FIRST,"first_number") WHERE "report_queue"."leads";--> statement-breakpoint
CREATE INDEX "report_queue_type" ON "report_queue" USING btree ("subject_type","urgent" DESC NULLS FIRST,"first_number") WHERE "report_queue"."leads";--> statement-breakpoint
CREATE INDEX "report_queue_notices" ON "report_queue" USING btree ("urgent" DESC NULLS FIRST,"first_number") WHERE "report_queue"."leads" and "report_queue"."has_notice";--> statement-breakpoint
ALTER TABLE "violation_reports" ADD CONSTRAINT "violation_reports_notice_id_illegal_content_notices_id_fk" FOREIGN KEY ("notice_id") REFERENCES "public"."illegal_content_notices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "violation_reports" ADD CONSTRAINT "violation_reports_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "violation_reports" ADD CONSTRAINT "violation_reports_decision_id_report_decisions_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."report_decisions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "violation_reports_person" ON "violation_reports" USING btree ("person_id","id" DESC NULLS FIRST) WHERE "violation_reports"."person_id" is not null;--> statement-breakpoint
CREATE INDEX "violation_reports_notice" ON "violation_reports" USING btree ("notice_id") WHERE "violation_reports"."notice_id" is not null;--> statement-breakpoint
CREATE INDEX "violation_reports_decision" ON "violation_reports" USING btree ("decision_id","told_at") WHERE "violation_reports"."decision_id" is not null;
--> statement-breakpoint
UPDATE "violation_reports" SET "person_id" = coalesce(
  (SELECT "id" FROM "users" WHERE "subject_type" = 'user' AND "users"."id" = "subject_id"),
  (SELECT "owner_id" FROM "stories" WHERE "subject_type" IN ('story', 'episode') AND "stories"."id" = "story_id"),
  (SELECT "author_id" FROM "comments" WHERE "subject_type" IN ('comment', 'reply') AND "comments"."id" = "subject_id"));
--> statement-breakpoint
INSERT INTO "report_queue" ("subject_type", "subject_id", "category", "language", "urgent", "leads", "first_number", "open_count", "has_notice")
SELECT "subject_type", "subject_id", "category", (SELECT "language" FROM "stories" WHERE "stories"."id" = "story_id"),
  bool_or("category" = 'minor_safety') OVER thing,
  row_number() OVER (PARTITION BY "subject_type", "subject_id" ORDER BY "category" = 'minor_safety' DESC, "first_number") = 1,
  "first_number", "open_count", false
FROM (SELECT "subject_type", "subject_id", (array_agg("story_id"))[1] AS "story_id", "category", min("number") AS "first_number", count(*) AS "open_count"
  FROM "violation_reports" WHERE "state" = 'open' GROUP BY "subject_type", "subject_id", "category") AS "open"
WINDOW thing AS (PARTITION BY "subject_type", "subject_id");
