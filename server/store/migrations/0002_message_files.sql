CREATE TABLE "file_pass" (
	"digest" text PRIMARY KEY NOT NULL,
	"session_id" bigint NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stored_file" (
	"name" text PRIMARY KEY NOT NULL,
	"owner_id" bigint NOT NULL,
	"conversation_id" bigint NOT NULL,
	"message_id" bigint,
	"content_type" text NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "file_pass" ADD CONSTRAINT "file_pass_session_id_sign_in_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sign_in_session"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stored_file" ADD CONSTRAINT "stored_file_owner_id_account_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stored_file" ADD CONSTRAINT "stored_file_conversation_id_conversation_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stored_file" ADD CONSTRAINT "stored_file_message_id_message_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."message"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "file_pass_expiry" ON "file_pass" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "stored_file_message" ON "stored_file" USING btree ("message_id");