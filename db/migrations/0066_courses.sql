ALTER TABLE "story_choices" ADD COLUMN "course" text;--> statement-breakpoint
ALTER TABLE "story_choices" ADD CONSTRAINT "story_choices_course" CHECK ("story_choices"."course" in ('down', 'along'));