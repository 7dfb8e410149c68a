-- Notifications in sixteen partitions by a hash of their user. They are copied while everybody goes on, then held against the others
-- under locks, each until the commit: whoever tells, reads or marks waits, and so does whoever writes to "users".
-- Whoever cannot have a lock within 10 s gives up, and nothing has changed.
SET LOCAL lock_timeout = '10s';--> statement-breakpoint
CREATE TABLE "notifications_parts" (
	LIKE "notifications" INCLUDING DEFAULTS INCLUDING CONSTRAINTS,
	CONSTRAINT "notifications_user_id_id_pk" PRIMARY KEY("user_id","id")
) PARTITION BY HASH ("user_id");--> statement-breakpoint
DO $$
BEGIN
	FOR part IN 0..15 LOOP
		EXECUTE format('CREATE TABLE %I PARTITION OF "notifications_parts" FOR VALUES WITH (MODULUS 16, REMAINDER %s)',
			'notifications_' || lpad(part::text, 2, '0'), part);
	END LOOP;
END $$;--> statement-breakpoint
INSERT INTO "notifications_parts" SELECT * FROM "notifications";--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_parts_key" ON "notifications_parts" USING btree ("user_id","key");--> statement-breakpoint
CREATE INDEX "notifications_parts_user" ON "notifications_parts" USING btree ("user_id","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "notifications_parts_unread" ON "notifications_parts" USING btree ("user_id","story_id") WHERE "read_at" is null;--> statement-breakpoint
CREATE INDEX "notifications_parts_age" ON "notifications_parts" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "notifications_parts_removed" ON "notifications_parts" USING btree ("removed_at") WHERE "removed_at" is not null;--> statement-breakpoint
LOCK TABLE "users" IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
LOCK TABLE "notifications" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
LOCK TABLE "push_messages" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
-- What was changed or deleted while the others were copied, then what was added or changed.
DELETE FROM "notifications_parts" p WHERE NOT EXISTS (SELECT FROM "notifications" n WHERE n."id" = p."id" AND n."user_id" = p."user_id"
	AND (n."count", n."created_at", n."read_at", n."removed_at") IS NOT DISTINCT FROM (p."count", p."created_at", p."read_at", p."removed_at"));--> statement-breakpoint
INSERT INTO "notifications_parts" SELECT n.* FROM "notifications" n WHERE NOT EXISTS (
	SELECT FROM "notifications_parts" p WHERE p."id" = n."id" AND p."user_id" = n."user_id");--> statement-breakpoint
ALTER TABLE "push_messages" DROP CONSTRAINT "push_messages_notification_id_notifications_id_fk";--> statement-breakpoint
ALTER TABLE "notifications" RENAME TO "notifications_before";--> statement-breakpoint
ALTER TABLE "notifications_parts" RENAME TO "notifications";--> statement-breakpoint
DROP TABLE "notifications_before";--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk"
	FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade;--> statement-breakpoint
ALTER INDEX "notifications_parts_key" RENAME TO "notifications_key";--> statement-breakpoint
ALTER INDEX "notifications_parts_user" RENAME TO "notifications_user";--> statement-breakpoint
ALTER INDEX "notifications_parts_unread" RENAME TO "notifications_unread";--> statement-breakpoint
ALTER INDEX "notifications_parts_age" RENAME TO "notifications_age";--> statement-breakpoint
ALTER INDEX "notifications_parts_removed" RENAME TO "notifications_removed";
