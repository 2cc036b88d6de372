CREATE TABLE "former_member" (
	"group_id" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"is_banned" boolean NOT NULL,
	"is_removed" boolean NOT NULL,
	CONSTRAINT "former_member_group_id_account_id_pk" PRIMARY KEY("group_id","account_id")
);
--> statement-breakpoint
ALTER TABLE "former_member" ADD CONSTRAINT "former_member_group_id_conversation_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."conversation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_member" ADD CONSTRAINT "former_member_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;