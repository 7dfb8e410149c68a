CREATE TABLE "admin_actions" (
	"number" bigint PRIMARY KEY DEFAULT 0 NOT NULL,
	"actor_id" uuid,
	"deed" text NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"subject_name" text DEFAULT '' NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "block_statements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" bigserial NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"story_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"category" text NOT NULL,
	"ground" text NOT NULL,
	"rule" text DEFAULT '' NOT NULL,
	"facts" text NOT NULL,
	"found_automatically" boolean DEFAULT false NOT NULL,
	"reports_count" integer DEFAULT 0 NOT NULL,
	"blocked_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"appeal_text" text,
	"appealed_at" timestamp with time zone,
	"appealed_by" uuid,
	"decision" text,
	"decision_note" text,
	"decided_at" timestamp with time zone,
	"decided_by" uuid,
	CONSTRAINT "block_statements_number_unique" UNIQUE("number"),
	CONSTRAINT "block_statements_subject" CHECK ("block_statements"."subject_type" in ('episode', 'story')),
	CONSTRAINT "block_statements_ground" CHECK ("block_statements"."ground" in ('guidelines', 'law')),
	CONSTRAINT "block_statements_appeal" CHECK (("block_statements"."appeal_text" is null) = ("block_statements"."appealed_at" is null)),
	CONSTRAINT "block_statements_decision" CHECK (("block_statements"."decision" is null) = ("block_statements"."decided_at" is null)
        and ("block_statements"."decided_at" is null or "block_statements"."appealed_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "episodes" ADD COLUMN "blocked_with_story" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "stories" ADD COLUMN "blocked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "block_statements" ADD CONSTRAINT "block_statements_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "block_statements" ADD CONSTRAINT "block_statements_blocked_by_users_id_fk" FOREIGN KEY ("blocked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "block_statements" ADD CONSTRAINT "block_statements_appealed_by_users_id_fk" FOREIGN KEY ("appealed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "block_statements" ADD CONSTRAINT "block_statements_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "admin_actions_actor" ON "admin_actions" USING btree ("actor_id","number" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "admin_actions_deed" ON "admin_actions" USING btree ("deed","number" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "admin_actions_subject" ON "admin_actions" USING btree ("subject_id","number" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "admin_actions_created_at" ON "admin_actions" USING btree ("created_at" desc,"number" desc);--> statement-breakpoint
CREATE UNIQUE INDEX "block_statements_open" ON "block_statements" USING btree ("subject_id") WHERE "block_statements"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "block_statements_subject" ON "block_statements" USING btree ("subject_id","number" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "block_statements_story" ON "block_statements" USING btree ("story_id","number" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "block_statements_owner" ON "block_statements" USING btree ("owner_id","number" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "block_statements_appeals" ON "block_statements" USING btree ("appealed_at") WHERE "block_statements"."appealed_at" is not null and "block_statements"."decided_at" is null;--> statement-breakpoint
CREATE INDEX "episodes_blocked" ON "episodes" USING btree ("blocked_at") WHERE "episodes"."status" = 'blocked';--> statement-breakpoint
CREATE INDEX "episodes_named" ON "episodes" USING gin (lower("title") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "stories_blocked" ON "stories" USING btree ("blocked_at") WHERE "stories"."blocked_at" is not null;--> statement-breakpoint
CREATE INDEX "stories_named" ON "stories" USING gin (lower("title" || ' ' || "slug") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_named" ON "users" USING gin (lower("display_name" || ' ' || "slug" || ' ' || "email"::text) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_locked" ON "users" USING btree ("locked_at") WHERE "users"."locked_at" is not null;--> statement-breakpoint
CREATE INDEX "users_founders" ON "users" USING btree ("id") WHERE "users"."founder";--> statement-breakpoint
CREATE INDEX "users_publishers" ON "users" USING btree ("id") WHERE "users"."publisher";--> statement-breakpoint
CREATE INDEX "users_administrators" ON "users" USING btree ("id") WHERE "users"."administrator";--> statement-breakpoint
CREATE INDEX "users_unconfirmed" ON "users" USING btree ("id") WHERE "users"."email_confirmed_at" is null;
--> statement-breakpoint
-- Numbers without a gap: whoever adds an entry waits for the one before.
CREATE FUNCTION "number_admin_action"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_advisory_xact_lock(hashtext('admin_actions'));
	SELECT coalesce(max("number"), 0) + 1 INTO NEW."number" FROM "admin_actions";
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "admin_actions_numbered" BEFORE INSERT ON "admin_actions" FOR EACH ROW EXECUTE FUNCTION "number_admin_action"();--> statement-breakpoint
-- The log only grows: nobody changes what they did, the owner of the table neither.
CREATE FUNCTION "refuse_change_of_log"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'admin_actions only grow' USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER "admin_actions_only_grow" BEFORE UPDATE OR DELETE OR TRUNCATE ON "admin_actions" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change_of_log"();--> statement-breakpoint
REVOKE ALL ON "admin_actions" FROM PUBLIC;--> statement-breakpoint
REVOKE UPDATE, DELETE, TRUNCATE ON "admin_actions" FROM CURRENT_USER;
