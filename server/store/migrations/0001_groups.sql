CREATE TABLE "chat_group" (
	"conversation_id" bigint PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"avatar_url" text DEFAULT '' NOT NULL,
	"announcement" text DEFAULT '' NOT NULL,
	"code" text NOT NULL,
	"is_channel" boolean DEFAULT false NOT NULL,
	"is_public" boolean DEFAULT true NOT NULL,
	"is_all_banned" boolean DEFAULT false NOT NULL,
	"may_add_friends" boolean DEFAULT true NOT NULL,
	CONSTRAINT "chat_group_code_unique" UNIQUE("code")
);
--> statement-breakpoint
ALTER TABLE "conversation" ALTER COLUMN "lower_account_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "conversation" ALTER COLUMN "upper_account_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "conversation_member" ALTER COLUMN "peer_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "conversation" ADD COLUMN "kind" text DEFAULT 'direct' NOT NULL;--> statement-breakpoint
ALTER TABLE "conversation_member" ADD COLUMN "role" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "conversation_member" ADD COLUMN "member_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "conversation_member" ADD COLUMN "is_banned" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "conversation_member" ADD COLUMN "joined_at" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "conversation_member" ADD COLUMN "history_after_id" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "mentions" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_group" ADD CONSTRAINT "chat_group_conversation_id_conversation_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversation"("id") ON DELETE no action ON UPDATE no action;