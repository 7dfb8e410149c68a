ALTER TABLE "pricing_strategies" ADD COLUMN "free_after_days" integer;--> statement-breakpoint
CREATE INDEX "episodes_first_published" ON "episodes" USING btree ("first_published_at");--> statement-breakpoint
ALTER TABLE "pricing_strategies" ADD CONSTRAINT "pricing_strategies_free_after" CHECK ("pricing_strategies"."free_after_days" between 1 and 365);