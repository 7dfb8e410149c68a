CREATE TABLE "used_amounts" (
	"bucket" text PRIMARY KEY NOT NULL,
	"amount" bigint NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "used_amounts_ends_at" ON "used_amounts" USING btree ("ends_at");