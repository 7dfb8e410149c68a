CREATE TABLE "job_minutes" (
	"minute" timestamp with time zone NOT NULL,
	"name" text NOT NULL,
	"done_count" integer NOT NULL,
	"failed_count" integer NOT NULL,
	"busy_ms" bigint NOT NULL,
	"waited_max_ms" bigint NOT NULL,
	CONSTRAINT "job_minutes_pk" PRIMARY KEY("minute","name")
);
--> statement-breakpoint
CREATE TABLE "job_runs" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"job_id" text NOT NULL,
	"name" text NOT NULL,
	"payload" jsonb NOT NULL,
	"attempt" smallint NOT NULL,
	"outcome" text NOT NULL,
	"reason" text,
	"worker" text NOT NULL,
	"queued_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"duration_ms" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "schedule_runs" (
	"name" text PRIMARY KEY NOT NULL,
	"worker" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"duration_ms" integer,
	"error" text,
	"failed_at" timestamp with time zone,
	"next_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "failed_jobs" ADD COLUMN "dropped_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "failed_jobs" ADD COLUMN "job_id" text;--> statement-breakpoint
ALTER TABLE "failed_jobs" ADD COLUMN "queued_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "failed_jobs" ADD COLUMN "reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "job_runs_job_id" ON "job_runs" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "job_runs_name" ON "job_runs" USING btree ("name","id");--> statement-breakpoint
CREATE INDEX "job_runs_done" ON "job_runs" USING btree ("started_at") WHERE "job_runs"."outcome" = 'done';--> statement-breakpoint
CREATE INDEX "job_runs_failed" ON "job_runs" USING btree ("started_at") WHERE "job_runs"."outcome" <> 'done';--> statement-breakpoint
CREATE INDEX "failed_jobs_open" ON "failed_jobs" USING btree ("failed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "failed_jobs"."retried_at" is null and "failed_jobs"."dropped_at" is null;--> statement-breakpoint
CREATE INDEX "failed_jobs_alike" ON "failed_jobs" USING btree ("name","reason") WHERE "failed_jobs"."retried_at" is null and "failed_jobs"."dropped_at" is null;--> statement-breakpoint
CREATE INDEX "failed_jobs_job_id" ON "failed_jobs" USING btree ("job_id");