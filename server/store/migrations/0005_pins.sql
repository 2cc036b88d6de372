ALTER TABLE "conversation" ADD COLUMN "pin_version" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "pin_version" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "message_pinned" ON "message" USING btree ("conversation_id","pin_version") WHERE pin_version > 0;--> statement-breakpoint
CREATE INDEX "message_quoted" ON "message" USING btree ("quoted_message_id") WHERE quoted_message_id is not null;