-- A phrase asks for a few words, not for the thousand rows that the database takes for granted: by those a search seemed so dear
-- among many stories that it was compiled each time.
ALTER FUNCTION "search_phrase"(text, boolean) ROWS 3;
