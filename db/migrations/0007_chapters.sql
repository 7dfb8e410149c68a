ALTER TABLE "chapters" ADD COLUMN "words_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "chapters" ADD COLUMN "characters_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "chapters" SET
  "characters_count" = length(regexp_replace("html", '<[^>]*>', '', 'g')),
  "words_count" = coalesce(array_length(regexp_split_to_array(nullif(btrim(regexp_replace("html", '<[^>]*>', ' ', 'g'), E' \n'), ''), '\s+'), 1), 0);
