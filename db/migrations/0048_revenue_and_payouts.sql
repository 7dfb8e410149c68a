CREATE TABLE "payout_destinations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"sealed" "bytea",
	"last_four" text NOT NULL,
	"country" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"valid_from" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "payout_destinations_last_four" CHECK (length("payout_destinations"."last_four") between 2 and 4)
);
--> statement-breakpoint
CREATE TABLE "payouts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"cents" bigint NOT NULL,
	"state" text NOT NULL,
	"destination_id" uuid NOT NULL,
	"guardian_name" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"form_asked_at" timestamp with time zone,
	"form_asked_by" uuid,
	"form_kind" text,
	"approved_at" timestamp with time zone,
	"approved_by" uuid,
	"closed_at" timestamp with time zone,
	"closed_by" uuid,
	"reference" text,
	"reason" text,
	CONSTRAINT "payouts_cents" CHECK ("payouts"."cents" >= 10000),
	CONSTRAINT "payouts_state" CHECK ("payouts"."state" in ('requested', 'approved', 'paid', 'rejected', 'called_off')),
	CONSTRAINT "payouts_closed" CHECK (("payouts"."state" in ('paid', 'rejected', 'called_off')) = ("payouts"."closed_at" is not null)),
	CONSTRAINT "payouts_reference" CHECK (("payouts"."state" = 'paid') = ("payouts"."reference" is not null)),
	CONSTRAINT "payouts_reason" CHECK (("payouts"."state" = 'rejected') = ("payouts"."reason" is not null))
);
--> statement-breakpoint
CREATE TABLE "tax_forms" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"storage_key" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"sha256" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "revenue_credits" (
	"import_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"period" text NOT NULL,
	"share_micros" bigint NOT NULL,
	"rest_before_micros" bigint NOT NULL,
	"credit_micros" bigint NOT NULL,
	"rest_after_micros" bigint NOT NULL,
	"transfer_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "revenue_credits_pk" PRIMARY KEY("import_id","user_id"),
	CONSTRAINT "revenue_credits_sum" CHECK ("revenue_credits"."rest_before_micros" + "revenue_credits"."share_micros" = "revenue_credits"."credit_micros" + "revenue_credits"."rest_after_micros"),
	CONSTRAINT "revenue_credits_rest" CHECK ("revenue_credits"."rest_after_micros" between 0 and 9999),
	CONSTRAINT "revenue_credits_cents" CHECK ("revenue_credits"."credit_micros" % 10000 = 0)
);
--> statement-breakpoint
CREATE TABLE "revenue_imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"file_name" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"source" text NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"period" text,
	"lines_count" integer DEFAULT 0 NOT NULL,
	"problems_count" integer DEFAULT 0 NOT NULL,
	"impressions" bigint DEFAULT 0 NOT NULL,
	"net_micros" bigint DEFAULT 0 NOT NULL,
	"uploaded_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"credited_by" uuid,
	"credited_at" timestamp with time zone,
	CONSTRAINT "revenue_imports_kind" CHECK ("revenue_imports"."kind" in ('month', 'correction')),
	CONSTRAINT "revenue_imports_state" CHECK ("revenue_imports"."state" in ('checking', 'refused', 'ready', 'credited', 'same', 'discarded')),
	CONSTRAINT "revenue_imports_period" CHECK ("revenue_imports"."period" is null or "revenue_imports"."period" ~ '^\d{4}-(0[1-9]|1[0-2])$'),
	CONSTRAINT "revenue_imports_credited" CHECK (("revenue_imports"."state" = 'credited') = ("revenue_imports"."credited_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "revenue_lines" (
	"import_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"story_id" uuid NOT NULL,
	"owner_id" uuid,
	"impressions" bigint NOT NULL,
	"net_micros" bigint NOT NULL,
	"share_basis_points" integer,
	"share_micros" bigint,
	CONSTRAINT "revenue_lines_pk" PRIMARY KEY("import_id","line"),
	CONSTRAINT "revenue_lines_impressions" CHECK ("revenue_lines"."impressions" >= 0)
);
--> statement-breakpoint
CREATE TABLE "revenue_problems" (
	"import_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"code" text NOT NULL,
	"excerpt" text NOT NULL,
	"hint" text,
	CONSTRAINT "revenue_problems_pk" PRIMARY KEY("import_id","line","code")
);
--> statement-breakpoint
ALTER TABLE "payout_destinations" ADD CONSTRAINT "payout_destinations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_destination_id_payout_destinations_id_fk" FOREIGN KEY ("destination_id") REFERENCES "public"."payout_destinations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_form_asked_by_users_id_fk" FOREIGN KEY ("form_asked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_approved_by_users_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_closed_by_users_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tax_forms" ADD CONSTRAINT "tax_forms_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revenue_credits" ADD CONSTRAINT "revenue_credits_import_id_revenue_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."revenue_imports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revenue_credits" ADD CONSTRAINT "revenue_credits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revenue_credits" ADD CONSTRAINT "revenue_credits_transfer_id_ledger_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."ledger_transfers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revenue_imports" ADD CONSTRAINT "revenue_imports_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revenue_imports" ADD CONSTRAINT "revenue_imports_credited_by_users_id_fk" FOREIGN KEY ("credited_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revenue_lines" ADD CONSTRAINT "revenue_lines_import_id_revenue_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."revenue_imports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revenue_lines" ADD CONSTRAINT "revenue_lines_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revenue_problems" ADD CONSTRAINT "revenue_problems_import_id_revenue_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."revenue_imports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payout_destinations_user" ON "payout_destinations" USING btree ("user_id","valid_from");--> statement-breakpoint
CREATE UNIQUE INDEX "payouts_open" ON "payouts" USING btree ("user_id") WHERE "payouts"."state" in ('requested', 'approved');--> statement-breakpoint
CREATE INDEX "payouts_state" ON "payouts" USING btree ("state","due_at");--> statement-breakpoint
CREATE INDEX "payouts_user" ON "payouts" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "tax_forms_user" ON "tax_forms" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "revenue_credits_user" ON "revenue_credits" USING btree ("user_id","period");--> statement-breakpoint
CREATE UNIQUE INDEX "revenue_imports_content" ON "revenue_imports" USING btree ("period","sha256") WHERE "revenue_imports"."state" = 'credited';--> statement-breakpoint
CREATE UNIQUE INDEX "revenue_imports_month" ON "revenue_imports" USING btree ("period") WHERE "revenue_imports"."state" = 'credited' and "revenue_imports"."kind" = 'month';--> statement-breakpoint
CREATE INDEX "revenue_imports_newest" ON "revenue_imports" USING btree ("created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "revenue_lines_story" ON "revenue_lines" USING btree ("import_id","story_id");--> statement-breakpoint
CREATE INDEX "revenue_lines_owner" ON "revenue_lines" USING btree ("owner_id","import_id");--> statement-breakpoint
-- What was credited stays as it was: a mistake is mended by new lines.
CREATE FUNCTION "keep_credited_lines"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (SELECT 1 FROM "revenue_imports" WHERE "id" = OLD."import_id" AND "state" = 'credited') THEN
		RAISE EXCEPTION 'lines that were credited stay' USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;--> statement-breakpoint
CREATE TRIGGER "revenue_lines_kept" BEFORE UPDATE OR DELETE ON "revenue_lines" FOR EACH ROW EXECUTE FUNCTION "keep_credited_lines"();--> statement-breakpoint
CREATE TRIGGER "revenue_credits_only_grow" BEFORE UPDATE OR DELETE OR TRUNCATE ON "revenue_credits" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change_of_dollars"();--> statement-breakpoint
REVOKE UPDATE, DELETE, TRUNCATE ON "revenue_credits" FROM CURRENT_USER;
