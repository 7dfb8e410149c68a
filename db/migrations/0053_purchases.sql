CREATE TABLE "store_purchases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"store" text NOT NULL,
	"transaction" text NOT NULL,
	"reference" text,
	"product_id" text,
	"user_id" uuid,
	"coins" integer DEFAULT 0 NOT NULL,
	"entry_id" uuid,
	"sent_key" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"acknowledged_at" timestamp with time zone,
	"refunded_at" timestamp with time zone,
	"refund_entry_id" uuid,
	"owed_coins" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "store_purchases_entry_id_unique" UNIQUE("entry_id"),
	CONSTRAINT "store_purchases_refund_entry_id_unique" UNIQUE("refund_entry_id"),
	CONSTRAINT "store_purchases_once" UNIQUE("store","transaction"),
	CONSTRAINT "store_purchases_store" CHECK ("store_purchases"."store" in ('app_store', 'google_play')),
	CONSTRAINT "store_purchases_credited" CHECK (case when "store_purchases"."entry_id" is null
        then "store_purchases"."user_id" is null and "store_purchases"."coins" = 0 and "store_purchases"."refunded_at" is not null
        else "store_purchases"."user_id" is not null and "store_purchases"."coins" > 0 end),
	CONSTRAINT "store_purchases_owed" CHECK ("store_purchases"."owed_coins" between 0 and "store_purchases"."coins" and ("store_purchases"."refunded_at" is not null or "store_purchases"."owed_coins" = 0)),
	CONSTRAINT "store_purchases_taken" CHECK (("store_purchases"."refund_entry_id" is not null) = ("store_purchases"."refunded_at" is not null and "store_purchases"."owed_coins" < "store_purchases"."coins"))
);
--> statement-breakpoint
ALTER TABLE "coin_entries" DROP CONSTRAINT "coin_entries_deed";--> statement-breakpoint
ALTER TABLE "wallets" ADD COLUMN "debt_coins" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "store_purchases" ADD CONSTRAINT "store_purchases_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_purchases" ADD CONSTRAINT "store_purchases_entry_id_coin_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."coin_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_purchases" ADD CONSTRAINT "store_purchases_refund_entry_id_coin_entries_id_fk" FOREIGN KEY ("refund_entry_id") REFERENCES "public"."coin_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "store_purchases_user" ON "store_purchases" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "store_purchases_waiting" ON "store_purchases" USING btree ("created_at") WHERE "store_purchases"."acknowledged_at" is null;--> statement-breakpoint
CREATE INDEX "coin_entries_actor" ON "coin_entries" USING btree ("actor_id","created_at") WHERE "coin_entries"."actor_id" is not null;--> statement-breakpoint
ALTER TABLE "coin_entries" ADD CONSTRAINT "coin_entries_deed" CHECK (("coin_entries"."deed" in ('grant', 'purchase') and "coin_entries"."house" = 'issued' and "coin_entries"."coins" > 0)
        or ("coin_entries"."deed" in ('refund', 'debt') and "coin_entries"."house" = 'issued' and "coin_entries"."coins" < 0)
        or ("coin_entries"."deed" = 'unlock' and "coin_entries"."house" = 'spent' and "coin_entries"."coins" < 0)
        or ("coin_entries"."deed" = 'return' and "coin_entries"."house" = 'spent' and "coin_entries"."coins" > 0));--> statement-breakpoint
ALTER TABLE "wallets" ADD CONSTRAINT "wallets_debt" CHECK ("wallets"."debt_coins" >= 0 and ("wallets"."debt_coins" = 0 or "wallets"."balance_coins" = 0));