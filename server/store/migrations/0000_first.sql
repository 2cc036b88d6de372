CREATE TABLE "access_token" (
	"digest" text PRIMARY KEY NOT NULL,
	"session_id" bigint NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "account" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "account_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 100001 CACHE 1),
	"tel_code" text NOT NULL,
	"phone" text NOT NULL,
	"chat_id" text NOT NULL,
	"nickname" text NOT NULL,
	"avatar_url" text DEFAULT '' NOT NULL,
	"gender" integer DEFAULT 0 NOT NULL,
	"signature" text DEFAULT '' NOT NULL,
	"password_hash" text,
	"created_at" bigint NOT NULL,
	"last_seen_at" bigint NOT NULL,
	CONSTRAINT "account_chat_id_unique" UNIQUE("chat_id")
);
--> statement-breakpoint
CREATE TABLE "one_time_code" (
	"tel_code" text NOT NULL,
	"phone" text NOT NULL,
	"purpose" text NOT NULL,
	"code_hash" text NOT NULL,
	"expires_at" bigint NOT NULL,
	"tries_left" integer NOT NULL,
	CONSTRAINT "one_time_code_tel_code_phone_purpose_pk" PRIMARY KEY("tel_code","phone","purpose")
);
--> statement-breakpoint
CREATE TABLE "refresh_token" (
	"digest" text PRIMARY KEY NOT NULL,
	"session_id" bigint NOT NULL,
	"issued_for" text,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_session" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sign_in_session_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"created_at" bigint NOT NULL,
	"revoked_at" bigint,
	"proved_at" bigint,
	"refreshed_with" text
);
--> statement-breakpoint
CREATE TABLE "friend_application" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "friend_application_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"sender_id" bigint NOT NULL,
	"receiver_id" bigint NOT NULL,
	"remark" text NOT NULL,
	"source" text NOT NULL,
	"status" integer NOT NULL,
	"created_at" bigint NOT NULL,
	"answered_at" bigint
);
--> statement-breakpoint
CREATE TABLE "friendship" (
	"account_id" bigint NOT NULL,
	"friend_id" bigint NOT NULL,
	"remark_name" text DEFAULT '' NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "friendship_account_id_friend_id_pk" PRIMARY KEY("account_id","friend_id")
);
--> statement-breakpoint
CREATE TABLE "conversation" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "conversation_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"lower_account_id" bigint NOT NULL,
	"upper_account_id" bigint NOT NULL,
	"head_sequence" bigint DEFAULT 0 NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "conversation_member" (
	"conversation_id" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"peer_id" bigint NOT NULL,
	"read_message_id" bigint DEFAULT 0 NOT NULL,
	"is_new" boolean DEFAULT true NOT NULL,
	"is_pinned" boolean DEFAULT false NOT NULL,
	"is_muted" boolean DEFAULT false NOT NULL,
	CONSTRAINT "conversation_member_conversation_id_account_id_pk" PRIMARY KEY("conversation_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "message" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "message_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"conversation_id" bigint NOT NULL,
	"sequence" bigint NOT NULL,
	"sender_id" bigint NOT NULL,
	"client_message_id" text NOT NULL,
	"type" text NOT NULL,
	"body" text,
	"sent_at" bigint NOT NULL,
	"read_at" bigint,
	"deleted_at" bigint,
	"quoted_message_id" bigint
);
--> statement-breakpoint
ALTER TABLE "access_token" ADD CONSTRAINT "access_token_session_id_sign_in_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sign_in_session"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refresh_token" ADD CONSTRAINT "refresh_token_session_id_sign_in_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sign_in_session"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_session" ADD CONSTRAINT "sign_in_session_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "friend_application" ADD CONSTRAINT "friend_application_sender_id_account_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "friend_application" ADD CONSTRAINT "friend_application_receiver_id_account_id_fk" FOREIGN KEY ("receiver_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "friendship" ADD CONSTRAINT "friendship_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "friendship" ADD CONSTRAINT "friendship_friend_id_account_id_fk" FOREIGN KEY ("friend_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation" ADD CONSTRAINT "conversation_lower_account_id_account_id_fk" FOREIGN KEY ("lower_account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation" ADD CONSTRAINT "conversation_upper_account_id_account_id_fk" FOREIGN KEY ("upper_account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_member" ADD CONSTRAINT "conversation_member_conversation_id_conversation_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_member" ADD CONSTRAINT "conversation_member_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_member" ADD CONSTRAINT "conversation_member_peer_id_account_id_fk" FOREIGN KEY ("peer_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message" ADD CONSTRAINT "message_conversation_id_conversation_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message" ADD CONSTRAINT "message_sender_id_account_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "access_token_expiry" ON "access_token" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "account_phone" ON "account" USING btree ("tel_code","phone");--> statement-breakpoint
CREATE INDEX "refresh_token_expiry" ON "refresh_token" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sign_in_session_account" ON "sign_in_session" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "friend_application_pending" ON "friend_application" USING btree ("sender_id","receiver_id") WHERE status = 0;--> statement-breakpoint
CREATE INDEX "friend_application_receiver" ON "friend_application" USING btree ("receiver_id","status","id");--> statement-breakpoint
CREATE UNIQUE INDEX "conversation_pair" ON "conversation" USING btree ("lower_account_id","upper_account_id");--> statement-breakpoint
CREATE INDEX "conversation_member_account" ON "conversation_member" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "message_sequence" ON "message" USING btree ("conversation_id","sequence");--> statement-breakpoint
CREATE UNIQUE INDEX "message_client_id" ON "message" USING btree ("sender_id","client_message_id");--> statement-breakpoint
CREATE INDEX "message_page" ON "message" USING btree ("conversation_id","id");--> statement-breakpoint
CREATE INDEX "message_deleted" ON "message" USING btree ("conversation_id","deleted_at") WHERE deleted_at is not null;