CREATE TABLE "friend_tag" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "friend_tag_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"name" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "friend_tag_member" (
	"tag_id" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"friend_id" bigint NOT NULL,
	CONSTRAINT "friend_tag_member_tag_id_friend_id_pk" PRIMARY KEY("tag_id","friend_id")
);
--> statement-breakpoint
ALTER TABLE "friend_tag" ADD CONSTRAINT "friend_tag_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "friend_tag_member" ADD CONSTRAINT "friend_tag_member_tag_id_friend_tag_id_fk" FOREIGN KEY ("tag_id") REFERENCES "public"."friend_tag"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "friend_tag_member" ADD CONSTRAINT "friend_tag_member_friendship" FOREIGN KEY ("account_id","friend_id") REFERENCES "public"."friendship"("account_id","friend_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "friend_tag_name" ON "friend_tag" USING btree ("account_id","name");--> statement-breakpoint
CREATE INDEX "friend_tag_member_friend" ON "friend_tag_member" USING btree ("account_id","friend_id");