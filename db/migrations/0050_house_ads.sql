CREATE TABLE "house_ad_days" (
	"ad_id" uuid NOT NULL,
	"day" date NOT NULL,
	"shown" bigint DEFAULT 0 NOT NULL,
	"followed" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "house_ad_days_ad_id_day_pk" PRIMARY KEY("ad_id","day")
);
--> statement-breakpoint
CREATE TABLE "house_ads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"look" text NOT NULL,
	"texts" jsonb NOT NULL,
	"link" text NOT NULL,
	"starts_on" date,
	"ends_on" date,
	"weight" integer NOT NULL,
	"daily_max_count" integer,
	"target" text NOT NULL,
	"genres" text[] DEFAULT '{}' NOT NULL,
	"subscriptions_below" integer,
	"lock_version" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "house_ads_look" CHECK ("house_ads"."look" in ('seal', 'paper', 'ink', 'sentence')),
	CONSTRAINT "house_ads_target" CHECK ("house_ads"."target" in ('all', 'genres', 'unpublished', 'few_subscriptions', 'between_chapters')),
	CONSTRAINT "house_ads_days" CHECK ("house_ads"."starts_on" <= "house_ads"."ends_on"),
	CONSTRAINT "house_ads_weight" CHECK ("house_ads"."weight" between 1 and 100),
	CONSTRAINT "house_ads_link" CHECK ("house_ads"."link" ~ '^(/|https://)')
);
--> statement-breakpoint
CREATE INDEX "house_ads_live" ON "house_ads" USING btree ("created_at" DESC NULLS LAST,"id") WHERE "house_ads"."deleted_at" is null;