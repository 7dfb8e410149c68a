CREATE TABLE "ledger_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"user_id" uuid,
	"balance_micros" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "ledger_accounts_owner" UNIQUE("user_id","kind"),
	CONSTRAINT "ledger_accounts_kind" CHECK (case when "ledger_accounts"."user_id" is null then "ledger_accounts"."kind" in ('network', 'share', 'bank')
        else "ledger_accounts"."kind" in ('rest', 'earned', 'asked') end),
	CONSTRAINT "ledger_accounts_balance" CHECK (case "ledger_accounts"."kind"
        when 'rest' then "ledger_accounts"."balance_micros" between 0 and 9999
        when 'asked' then "ledger_accounts"."balance_micros" >= 0 and "ledger_accounts"."balance_micros" % 10000 = 0
        when 'earned' then "ledger_accounts"."balance_micros" % 10000 = 0
        when 'bank' then "ledger_accounts"."balance_micros" >= 0
        else true end)
);
--> statement-breakpoint
CREATE TABLE "ledger_legs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"transfer_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"micros" bigint NOT NULL,
	CONSTRAINT "ledger_legs_once" UNIQUE("transfer_id","account_id"),
	CONSTRAINT "ledger_legs_something" CHECK ("ledger_legs"."micros" <> 0)
);
--> statement-breakpoint
CREATE TABLE "ledger_transfers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"deed" text NOT NULL,
	"key" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ledger_transfers_key_unique" UNIQUE("key"),
	CONSTRAINT "ledger_transfers_deed" CHECK ("ledger_transfers"."deed" in ('revenue', 'payout_asked', 'payout_paid', 'payout_returned'))
);
--> statement-breakpoint
ALTER TABLE "ledger_accounts" ADD CONSTRAINT "ledger_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_legs" ADD CONSTRAINT "ledger_legs_transfer_id_ledger_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."ledger_transfers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_legs" ADD CONSTRAINT "ledger_legs_account_id_ledger_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."ledger_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_accounts_house" ON "ledger_accounts" USING btree ("kind") WHERE "ledger_accounts"."user_id" is null;--> statement-breakpoint
CREATE INDEX "ledger_legs_account" ON "ledger_legs" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "ledger_transfers_subject" ON "ledger_transfers" USING btree ("subject_id");--> statement-breakpoint
-- The ledger only grows: a mistake is mended by another transfer.
CREATE FUNCTION "refuse_change_of_dollars"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION '% only grows', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER "ledger_transfers_only_grow" BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_transfers" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change_of_dollars"();--> statement-breakpoint
CREATE TRIGGER "ledger_legs_only_grow" BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_legs" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change_of_dollars"();--> statement-breakpoint
CREATE TRIGGER "ledger_accounts_stay" BEFORE DELETE OR TRUNCATE ON "ledger_accounts" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change_of_dollars"();--> statement-breakpoint
-- A balance is what legs have made of it: one begins at nothing, and no statement of anybody else's changes it.
CREATE FUNCTION "keep_ledger_balance"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF (TG_OP = 'INSERT' AND NEW."balance_micros" <> 0) OR (TG_OP = 'UPDATE' AND pg_trigger_depth() < 2) THEN
		RAISE EXCEPTION 'a balance follows from legs alone' USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "ledger_accounts_kept" BEFORE INSERT OR UPDATE ON "ledger_accounts" FOR EACH ROW EXECUTE FUNCTION "keep_ledger_balance"();--> statement-breakpoint
-- Accounts are held in one order, so that two transfers wait for each other and never in a circle.
CREATE FUNCTION "carry_ledger_legs"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM 1 FROM "ledger_accounts" WHERE "id" IN (SELECT "account_id" FROM added) ORDER BY "id" FOR NO KEY UPDATE;
	UPDATE "ledger_accounts" a SET "balance_micros" = a."balance_micros" + s."micros"
		FROM (SELECT "account_id", sum("micros")::bigint AS "micros" FROM added GROUP BY "account_id") s
		WHERE a."id" = s."account_id";
	-- A correction may leave a debt, which later earnings pay; nobody asks for more than there is.
	IF EXISTS (
		SELECT 1 FROM added l
		JOIN "ledger_accounts" a ON a."id" = l."account_id" AND a."kind" = 'earned' AND a."balance_micros" < 0
		JOIN "ledger_transfers" t ON t."id" = l."transfer_id" AND t."deed" = 'payout_asked'
	) THEN
		RAISE EXCEPTION 'more is asked for than was earned' USING ERRCODE = 'check_violation';
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "ledger_legs_carried" AFTER INSERT ON "ledger_legs" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "carry_ledger_legs"();--> statement-breakpoint
CREATE FUNCTION "balance_ledger_transfer"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	checked uuid := CASE TG_TABLE_NAME WHEN 'ledger_legs' THEN (to_jsonb(NEW) ->> 'transfer_id')::uuid ELSE NEW."id" END;
BEGIN
	IF (SELECT sum("micros") FROM "ledger_legs" WHERE "transfer_id" = checked) IS DISTINCT FROM 0 THEN
		RAISE EXCEPTION 'the legs of a transfer come to nothing' USING ERRCODE = 'check_violation';
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "ledger_legs_balanced" AFTER INSERT ON "ledger_legs" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "balance_ledger_transfer"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "ledger_transfers_balanced" AFTER INSERT ON "ledger_transfers" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "balance_ledger_transfer"();--> statement-breakpoint
REVOKE ALL ON "ledger_accounts", "ledger_transfers", "ledger_legs" FROM PUBLIC;--> statement-breakpoint
REVOKE UPDATE, DELETE, TRUNCATE ON "ledger_legs" FROM CURRENT_USER;--> statement-breakpoint
-- A leg holds the rows that it names, which needs the right to change them; the triggers refuse that.
REVOKE DELETE, TRUNCATE ON "ledger_accounts", "ledger_transfers" FROM CURRENT_USER;
