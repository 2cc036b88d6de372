CREATE TABLE "draft" (
	"account_id" bigint NOT NULL,
	"conversation_id" bigint NOT NULL,
	"body" text NOT NULL,
	"mentions" text NOT NULL,
	"quoted_message_id" bigint,
	"written_at" bigint NOT NULL,
	CONSTRAINT "draft_account_id_conversation_id_pk" PRIMARY KEY("account_id","conversation_id")
);
--> statement-breakpoint
ALTER TABLE "draft" ADD CONSTRAINT "draft_member" FOREIGN KEY ("conversation_id","account_id") REFERENCES "public"."conversation_member"("conversation_id","account_id") ON DELETE cascade ON UPDATE no action;