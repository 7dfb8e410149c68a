ALTER TABLE "revenue_credits" ADD COLUMN "impressions" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "revenue_credits" ADD COLUMN "net_micros" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "revenue_lines_of_story" ON "revenue_lines" USING btree ("story_id","owner_id");--> statement-breakpoint
-- A credit is what its lines say, whoever writes it.
CREATE FUNCTION "sum_up_credit"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	shares bigint;
BEGIN
	SELECT coalesce(sum("impressions"), 0), coalesce(sum("net_micros"), 0), coalesce(sum("share_micros"), 0)
		INTO NEW."impressions", NEW."net_micros", shares
		FROM "revenue_lines" WHERE "owner_id" = NEW."user_id" AND "import_id" = NEW."import_id";
	IF shares <> NEW."share_micros" THEN
		RAISE EXCEPTION 'a credit is the sum of its lines: % is not %', NEW."share_micros", shares USING ERRCODE = 'check_violation';
	END IF;
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "revenue_credits_sum_up" BEFORE INSERT ON "revenue_credits" FOR EACH ROW EXECUTE FUNCTION "sum_up_credit"();
