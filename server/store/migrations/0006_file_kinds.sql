ALTER TABLE "stored_file" ADD COLUMN "kind" text DEFAULT 'image' NOT NULL;--> statement-breakpoint
ALTER TABLE "stored_file" ADD COLUMN "size" bigint;