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
	"verifies_friends" boolean DEFAULT true NOT NULL,
	"verifies_groups" boolean DEFAULT false NOT NULL,
	"shows_typing" boolean DEFAULT true NOT NULL,
	"password_hash" text,
	"qr_code" text,
	"register_code" text,
	"created_at" bigint NOT NULL,
	"last_seen_at" bigint NOT NULL,
	CONSTRAINT "account_chat_id_unique" UNIQUE("chat_id"),
	CONSTRAINT "account_qr_code_unique" UNIQUE("qr_code"),
	CONSTRAINT "account_register_code_unique" UNIQUE("register_code")
);
--> statement-breakpoint
CREATE TABLE "device_token" (
	"session_id" bigint PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"device_type" text NOT NULL,
	"locale" text DEFAULT 'en-US' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "known_device" (
	"digest" text PRIMARY KEY NOT NULL,
	"account_id" bigint NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_settings" (
	"account_id" bigint PRIMARY KEY NOT NULL,
	"is_all_muted" boolean NOT NULL,
	"is_message_muted" boolean NOT NULL,
	"is_sound_off" boolean NOT NULL,
	"is_vibration_off" boolean NOT NULL,
	"is_call_muted" boolean NOT NULL,
	"is_name_hidden" boolean DEFAULT false NOT NULL,
	"is_text_shown" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "one_time_code" (
	"tel_code" text NOT NULL,
	"phone" text NOT NULL,
	"purpose" text NOT NULL,
	"code_hash" text NOT NULL,
	"expires_at" bigint NOT NULL,
	CONSTRAINT "one_time_code_tel_code_phone_purpose_code_hash_pk" PRIMARY KEY("tel_code","phone","purpose","code_hash")
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
	"device" text DEFAULT '' NOT NULL,
	"last_used_at" bigint DEFAULT 0 NOT NULL,
	"proved_at" bigint,
	"refreshed_with" text
);
--> statement-breakpoint
CREATE TABLE "cluster_node" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "cluster_node_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"seen_at" bigint DEFAULT (extract(epoch from clock_timestamp()) * 1000)::bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "delivery" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "delivery_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"entry" text NOT NULL,
	"recorded_at" bigint DEFAULT (extract(epoch from clock_timestamp()) * 1000)::bigint NOT NULL
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "limit_state" (
	"key" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "node_connection" (
	"id" bigint PRIMARY KEY NOT NULL,
	"node_id" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"session_id" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shared_secret" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "application_reply" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "application_reply_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"application_id" bigint NOT NULL,
	"sender_id" bigint NOT NULL,
	"content" text NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "blocked_person" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "blocked_person_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"blocked_id" bigint NOT NULL,
	"created_at" bigint NOT NULL
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
	"answered_at" bigint,
	"is_open_for_sender" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "friendship" (
	"account_id" bigint NOT NULL,
	"friend_id" bigint NOT NULL,
	"remark_name" text DEFAULT '' NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "friendship_account_id_friend_id_pk" PRIMARY KEY("account_id","friend_id")
);
--> statement-breakpoint
CREATE TABLE "report" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "report_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"reporter_id" bigint NOT NULL,
	"account_id" bigint,
	"group_id" bigint,
	"reason_id" integer NOT NULL,
	"description" text NOT NULL,
	"image_key" text DEFAULT '' NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chat_group" (
	"conversation_id" bigint PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"avatar_url" text DEFAULT '' NOT NULL,
	"announcement" text DEFAULT '' NOT NULL,
	"code" text NOT NULL,
	"qr_code" text,
	"is_channel" boolean DEFAULT false NOT NULL,
	"is_public" boolean DEFAULT true NOT NULL,
	"is_all_banned" boolean DEFAULT false NOT NULL,
	"may_add_friends" boolean DEFAULT true NOT NULL,
	CONSTRAINT "chat_group_code_unique" UNIQUE("code"),
	CONSTRAINT "chat_group_qr_code_unique" UNIQUE("qr_code")
);
--> statement-breakpoint
CREATE TABLE "conversation" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "conversation_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text DEFAULT 'direct' NOT NULL,
	"lower_account_id" bigint,
	"upper_account_id" bigint,
	"head_sequence" bigint DEFAULT 0 NOT NULL,
	"timer_seconds" bigint DEFAULT 0 NOT NULL,
	"change_version" bigint DEFAULT 0 NOT NULL,
	"pin_version" bigint DEFAULT 0 NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "conversation_member" (
	"conversation_id" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"peer_id" bigint,
	"role" integer DEFAULT 0 NOT NULL,
	"member_name" text DEFAULT '' NOT NULL,
	"is_banned" boolean DEFAULT false NOT NULL,
	"joined_at" bigint DEFAULT 0 NOT NULL,
	"history_after_id" bigint DEFAULT 0 NOT NULL,
	"read_message_id" bigint DEFAULT 0 NOT NULL,
	"is_new" boolean DEFAULT true NOT NULL,
	"is_pinned" boolean DEFAULT false NOT NULL,
	"is_muted" boolean DEFAULT false NOT NULL,
	CONSTRAINT "conversation_member_conversation_id_account_id_pk" PRIMARY KEY("conversation_id","account_id")
);
--> statement-breakpoint
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
CREATE TABLE "former_member" (
	"group_id" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"is_banned" boolean NOT NULL,
	"is_removed" boolean NOT NULL,
	CONSTRAINT "former_member_group_id_account_id_pk" PRIMARY KEY("group_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "group_application" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "group_application_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"group_id" bigint NOT NULL,
	"applicant_id" bigint NOT NULL,
	"join_method" integer NOT NULL,
	"inviter_id" bigint,
	"remark" text NOT NULL,
	"status" integer NOT NULL,
	"created_at" bigint NOT NULL,
	"answered_at" bigint
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
	"timer_seconds" bigint,
	"expires_at" bigint,
	"quoted_message_id" bigint,
	"mentions" text DEFAULT '' NOT NULL,
	"change_version" bigint DEFAULT 0 NOT NULL,
	"edit_version" bigint DEFAULT 0 NOT NULL,
	"edited_at" bigint,
	"pin_version" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "message_reaction" (
	"message_id" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"emoji" text NOT NULL,
	"reacted_at" bigint NOT NULL,
	CONSTRAINT "message_reaction_message_id_account_id_pk" PRIMARY KEY("message_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "open_search_block" (
	"conversation_id" bigint NOT NULL,
	"block" integer NOT NULL,
	"oldest_id" bigint NOT NULL,
	"newest_id" bigint NOT NULL,
	"oldest_at" bigint NOT NULL,
	"newest_at" bigint NOT NULL,
	"signature" bit(15360) NOT NULL,
	CONSTRAINT "open_search_block_conversation_id_pk" PRIMARY KEY("conversation_id")
);
--> statement-breakpoint
CREATE TABLE "read_mark" (
	"conversation_id" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"message_id" bigint NOT NULL,
	"read_at" bigint NOT NULL,
	CONSTRAINT "read_mark_conversation_id_account_id_message_id_pk" PRIMARY KEY("conversation_id","account_id","message_id")
);
--> statement-breakpoint
CREATE TABLE "search_block" (
	"conversation_id" bigint NOT NULL,
	"block" integer NOT NULL,
	"oldest_id" bigint NOT NULL,
	"newest_id" bigint NOT NULL,
	"oldest_at" bigint NOT NULL,
	"newest_at" bigint NOT NULL,
	"signature" smallint[] NOT NULL,
	CONSTRAINT "search_block_conversation_id_block_pk" PRIMARY KEY("conversation_id","block")
);
--> statement-breakpoint
CREATE TABLE "collection" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "collection_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"type" text NOT NULL,
	"content" text NOT NULL,
	"small_picture_path" text DEFAULT '' NOT NULL,
	"file_name" text,
	"small_file_name" text,
	"from_type" text NOT NULL,
	"from_id" bigint NOT NULL,
	"from_name" text NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "file_pass" (
	"digest" text PRIMARY KEY NOT NULL,
	"session_id" bigint NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_file_use" (
	"file_name" text NOT NULL,
	"message_id" bigint NOT NULL,
	CONSTRAINT "saved_file_use_file_name_message_id_pk" PRIMARY KEY("file_name","message_id")
);
--> statement-breakpoint
CREATE TABLE "stored_file" (
	"name" text PRIMARY KEY NOT NULL,
	"owner_id" bigint NOT NULL,
	"conversation_id" bigint,
	"message_id" bigint,
	"content_type" text NOT NULL,
	"kind" text DEFAULT 'image' NOT NULL,
	"bytes_name" text,
	"client_message_id" text,
	"size" bigint,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_sticker" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "user_sticker_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"url" text NOT NULL,
	"file_name" text,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "access_token" ADD CONSTRAINT "access_token_session_id_sign_in_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sign_in_session"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_token" ADD CONSTRAINT "device_token_session_id_sign_in_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sign_in_session"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_device" ADD CONSTRAINT "known_device_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refresh_token" ADD CONSTRAINT "refresh_token_session_id_sign_in_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sign_in_session"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_session" ADD CONSTRAINT "sign_in_session_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_reply" ADD CONSTRAINT "application_reply_application_id_friend_application_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."friend_application"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_reply" ADD CONSTRAINT "application_reply_sender_id_account_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blocked_person" ADD CONSTRAINT "blocked_person_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blocked_person" ADD CONSTRAINT "blocked_person_blocked_id_account_id_fk" FOREIGN KEY ("blocked_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "friend_application" ADD CONSTRAINT "friend_application_sender_id_account_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "friend_application" ADD CONSTRAINT "friend_application_receiver_id_account_id_fk" FOREIGN KEY ("receiver_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "friend_tag" ADD CONSTRAINT "friend_tag_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "friend_tag_member" ADD CONSTRAINT "friend_tag_member_tag_id_friend_tag_id_fk" FOREIGN KEY ("tag_id") REFERENCES "public"."friend_tag"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "friend_tag_member" ADD CONSTRAINT "friend_tag_member_friendship" FOREIGN KEY ("account_id","friend_id") REFERENCES "public"."friendship"("account_id","friend_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "friendship" ADD CONSTRAINT "friendship_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "friendship" ADD CONSTRAINT "friendship_friend_id_account_id_fk" FOREIGN KEY ("friend_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report" ADD CONSTRAINT "report_reporter_id_account_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report" ADD CONSTRAINT "report_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report" ADD CONSTRAINT "report_group_id_conversation_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."conversation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_group" ADD CONSTRAINT "chat_group_conversation_id_conversation_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation" ADD CONSTRAINT "conversation_lower_account_id_account_id_fk" FOREIGN KEY ("lower_account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation" ADD CONSTRAINT "conversation_upper_account_id_account_id_fk" FOREIGN KEY ("upper_account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_member" ADD CONSTRAINT "conversation_member_conversation_id_conversation_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_member" ADD CONSTRAINT "conversation_member_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_member" ADD CONSTRAINT "conversation_member_peer_id_account_id_fk" FOREIGN KEY ("peer_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draft" ADD CONSTRAINT "draft_member" FOREIGN KEY ("conversation_id","account_id") REFERENCES "public"."conversation_member"("conversation_id","account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_member" ADD CONSTRAINT "former_member_group_id_conversation_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."conversation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_member" ADD CONSTRAINT "former_member_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_application" ADD CONSTRAINT "group_application_group_id_conversation_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."conversation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_application" ADD CONSTRAINT "group_application_applicant_id_account_id_fk" FOREIGN KEY ("applicant_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_application" ADD CONSTRAINT "group_application_inviter_id_account_id_fk" FOREIGN KEY ("inviter_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message" ADD CONSTRAINT "message_conversation_id_conversation_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message" ADD CONSTRAINT "message_sender_id_account_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_reaction" ADD CONSTRAINT "message_reaction_message_id_message_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."message"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_reaction" ADD CONSTRAINT "message_reaction_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "read_mark" ADD CONSTRAINT "read_mark_conversation_id_conversation_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "read_mark" ADD CONSTRAINT "read_mark_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection" ADD CONSTRAINT "collection_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection" ADD CONSTRAINT "collection_file_name_stored_file_name_fk" FOREIGN KEY ("file_name") REFERENCES "public"."stored_file"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection" ADD CONSTRAINT "collection_small_file_name_stored_file_name_fk" FOREIGN KEY ("small_file_name") REFERENCES "public"."stored_file"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_pass" ADD CONSTRAINT "file_pass_session_id_sign_in_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sign_in_session"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_file_use" ADD CONSTRAINT "saved_file_use_file_name_stored_file_name_fk" FOREIGN KEY ("file_name") REFERENCES "public"."stored_file"("name") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_file_use" ADD CONSTRAINT "saved_file_use_message_id_message_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."message"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stored_file" ADD CONSTRAINT "stored_file_owner_id_account_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stored_file" ADD CONSTRAINT "stored_file_conversation_id_conversation_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stored_file" ADD CONSTRAINT "stored_file_message_id_message_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."message"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_sticker" ADD CONSTRAINT "user_sticker_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_sticker" ADD CONSTRAINT "user_sticker_file_name_stored_file_name_fk" FOREIGN KEY ("file_name") REFERENCES "public"."stored_file"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "access_token_expiry" ON "access_token" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "access_token_session" ON "access_token" USING btree ("session_id");--> statement-breakpoint
CREATE UNIQUE INDEX "account_phone" ON "account" USING btree ("phone","tel_code");--> statement-breakpoint
CREATE INDEX "known_device_expiry" ON "known_device" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "refresh_token_expiry" ON "refresh_token" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "refresh_token_session" ON "refresh_token" USING btree ("session_id","issued_for");--> statement-breakpoint
CREATE INDEX "sign_in_session_account" ON "sign_in_session" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "node_connection_account" ON "node_connection" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "node_connection_node" ON "node_connection" USING btree ("node_id");--> statement-breakpoint
CREATE INDEX "application_reply_application" ON "application_reply" USING btree ("application_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "blocked_person_pair" ON "blocked_person" USING btree ("account_id","blocked_id");--> statement-breakpoint
CREATE INDEX "blocked_person_blocked" ON "blocked_person" USING btree ("blocked_id");--> statement-breakpoint
CREATE UNIQUE INDEX "friend_application_pending" ON "friend_application" USING btree ("sender_id","receiver_id") WHERE status = 0;--> statement-breakpoint
CREATE INDEX "friend_application_receiver" ON "friend_application" USING btree ("receiver_id","status","id");--> statement-breakpoint
CREATE INDEX "friend_application_sender" ON "friend_application" USING btree ("sender_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "friend_tag_name" ON "friend_tag" USING btree ("account_id","name");--> statement-breakpoint
CREATE INDEX "friend_tag_member_friend" ON "friend_tag_member" USING btree ("account_id","friend_id");--> statement-breakpoint
CREATE INDEX "report_reporter" ON "report" USING btree ("reporter_id");--> statement-breakpoint
CREATE UNIQUE INDEX "conversation_pair" ON "conversation" USING btree ("lower_account_id","upper_account_id");--> statement-breakpoint
CREATE INDEX "conversation_member_account" ON "conversation_member" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "group_application_pending" ON "group_application" USING btree ("group_id","applicant_id") WHERE status = 0;--> statement-breakpoint
CREATE INDEX "group_application_group" ON "group_application" USING btree ("group_id","status","id");--> statement-breakpoint
CREATE INDEX "group_application_applicant" ON "group_application" USING btree ("applicant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "message_sequence" ON "message" USING btree ("conversation_id","sequence");--> statement-breakpoint
CREATE UNIQUE INDEX "message_client_id" ON "message" USING btree ("sender_id","client_message_id");--> statement-breakpoint
CREATE INDEX "message_page" ON "message" USING btree ("conversation_id","id");--> statement-breakpoint
CREATE INDEX "message_deleted" ON "message" USING btree ("conversation_id","deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "message_changed" ON "message" USING btree ("conversation_id","change_version") WHERE change_version > 0;--> statement-breakpoint
CREATE INDEX "message_pinned" ON "message" USING btree ("conversation_id","pin_version") WHERE pin_version > 0;--> statement-breakpoint
CREATE INDEX "message_quoted" ON "message" USING btree ("quoted_message_id") WHERE quoted_message_id is not null;--> statement-breakpoint
CREATE INDEX "message_expiry" ON "message" USING btree ("expires_at") WHERE expires_at is not null and body is not null;--> statement-breakpoint
CREATE INDEX "read_mark_age" ON "read_mark" USING btree ("read_at");--> statement-breakpoint
CREATE INDEX "search_block_newest" ON "search_block" USING btree ("conversation_id","newest_id");--> statement-breakpoint
CREATE INDEX "collection_account" ON "collection" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "collection_file" ON "collection" USING btree ("file_name");--> statement-breakpoint
CREATE INDEX "collection_small_file" ON "collection" USING btree ("small_file_name");--> statement-breakpoint
CREATE INDEX "file_pass_expiry" ON "file_pass" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "saved_file_use_message" ON "saved_file_use" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "stored_file_message" ON "stored_file" USING btree ("message_id");--> statement-breakpoint
CREATE UNIQUE INDEX "stored_file_client_id" ON "stored_file" USING btree ("owner_id","conversation_id","client_message_id");--> statement-breakpoint
CREATE INDEX "stored_file_bytes" ON "stored_file" USING btree ("bytes_name") WHERE bytes_name is not null;--> statement-breakpoint
CREATE INDEX "user_sticker_account" ON "user_sticker" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "user_sticker_file" ON "user_sticker" USING btree ("file_name");--> statement-breakpoint
ALTER TABLE "open_search_block" SET (fillfactor = 50);
