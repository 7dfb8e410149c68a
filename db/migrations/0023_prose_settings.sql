ALTER TABLE "reading_settings" ALTER COLUMN "glide_speed" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "reading_settings" ADD COLUMN "prose" jsonb;--> statement-breakpoint
ALTER TABLE "reading_settings" ADD COLUMN "prose_chosen_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "reading_settings" ADD CONSTRAINT "reading_settings_prose" CHECK (("reading_settings"."prose" is null) = ("reading_settings"."prose_chosen_at" is null));