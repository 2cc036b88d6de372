ALTER TABLE "conversation" ADD COLUMN "vanish_seconds" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "vanish_seconds" bigint;--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "burns_at" bigint;--> statement-breakpoint
CREATE INDEX "message_burning" ON "message" USING btree ("burns_at") WHERE burns_at is not null and body is not null;