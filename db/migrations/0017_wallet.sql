CREATE TABLE "coin_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"previous_number" integer,
	"deed" text NOT NULL,
	"house" text NOT NULL,
	"coins" bigint NOT NULL,
	"balance_before" bigint NOT NULL,
	"balance_after" bigint NOT NULL,
	"key" text NOT NULL,
	"story_id" uuid,
	"episode_id" uuid,
	"actor_id" uuid,
	"reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "coin_entries_number" UNIQUE("user_id","number"),
	CONSTRAINT "coin_entries_chain" UNIQUE("user_id","number","balance_after"),
	CONSTRAINT "coin_entries_key" UNIQUE("user_id","key"),
	CONSTRAINT "coin_entries_first" CHECK (case when "coin_entries"."number" = 1 then "coin_entries"."previous_number" is null and "coin_entries"."balance_before" = 0
        else "coin_entries"."previous_number" is not null and "coin_entries"."previous_number" = "coin_entries"."number" - 1 end),
	CONSTRAINT "coin_entries_sum" CHECK ("coin_entries"."balance_after" = "coin_entries"."balance_before" + "coin_entries"."coins"),
	CONSTRAINT "coin_entries_balance" CHECK ("coin_entries"."balance_after" >= 0),
	CONSTRAINT "coin_entries_deed" CHECK (("coin_entries"."deed" = 'grant' and "coin_entries"."house" = 'issued' and "coin_entries"."coins" > 0)
        or ("coin_entries"."deed" = 'unlock' and "coin_entries"."house" = 'spent' and "coin_entries"."coins" < 0)
        or ("coin_entries"."deed" = 'return' and "coin_entries"."house" = 'spent' and "coin_entries"."coins" > 0))
);
--> statement-breakpoint
CREATE TABLE "unlocks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"reader_id" uuid NOT NULL,
	"story_id" uuid NOT NULL,
	"episode_id" uuid NOT NULL,
	"price_coins" integer NOT NULL,
	"entry_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"returned_at" timestamp with time zone,
	CONSTRAINT "unlocks_entry_id_unique" UNIQUE("entry_id"),
	CONSTRAINT "unlocks_price" CHECK ("unlocks"."price_coins" > 0)
);
--> statement-breakpoint
CREATE TABLE "wallets" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"balance_coins" bigint DEFAULT 0 NOT NULL,
	"last_number" integer,
	CONSTRAINT "wallets_balance" CHECK ("wallets"."balance_coins" >= 0),
	CONSTRAINT "wallets_empty" CHECK ("wallets"."last_number" is not null or "wallets"."balance_coins" = 0)
);
--> statement-breakpoint
ALTER TABLE "coin_entries" ADD CONSTRAINT "coin_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coin_entries" ADD CONSTRAINT "coin_entries_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coin_entries" ADD CONSTRAINT "coin_entries_previous" FOREIGN KEY ("user_id","previous_number","balance_before") REFERENCES "public"."coin_entries"("user_id","number","balance_after") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unlocks" ADD CONSTRAINT "unlocks_reader_id_users_id_fk" FOREIGN KEY ("reader_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unlocks" ADD CONSTRAINT "unlocks_entry_id_coin_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."coin_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallets" ADD CONSTRAINT "wallets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallets" ADD CONSTRAINT "wallets_last_entry" FOREIGN KEY ("user_id","last_number","balance_coins") REFERENCES "public"."coin_entries"("user_id","number","balance_after") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "unlocks_reader" ON "unlocks" USING btree ("reader_id","episode_id") WHERE "unlocks"."returned_at" is null;--> statement-breakpoint
CREATE INDEX "unlocks_episode" ON "unlocks" USING btree ("story_id","episode_id") WHERE "unlocks"."returned_at" is null;--> statement-breakpoint
-- The ledger only grows: a mistake is mended by another entry.
CREATE FUNCTION "refuse_change_of_ledger"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'coin_entries only grow' USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER "coin_entries_only_grow" BEFORE UPDATE OR DELETE OR TRUNCATE ON "coin_entries" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change_of_ledger"();
