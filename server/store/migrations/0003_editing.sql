ALTER TABLE "message" ADD COLUMN "edit_version" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "edited_at" bigint;