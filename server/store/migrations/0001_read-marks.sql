CREATE TABLE "read_mark" (
	"conversation_id" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"message_id" bigint NOT NULL,
	"read_at" bigint NOT NULL,
	CONSTRAINT "read_mark_conversation_id_account_id_message_id_pk" PRIMARY KEY("conversation_id","account_id","message_id")
);
--> statement-breakpoint
ALTER TABLE "read_mark" ADD CONSTRAINT "read_mark_conversation_id_conversation_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "read_mark" ADD CONSTRAINT "read_mark_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "read_mark_age" ON "read_mark" USING btree ("read_at");