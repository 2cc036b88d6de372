CREATE TABLE "device_token" (
	"session_id" bigint PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"device_type" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_settings" (
	"account_id" bigint PRIMARY KEY NOT NULL,
	"is_all_muted" boolean NOT NULL,
	"is_message_muted" boolean NOT NULL,
	"is_sound_off" boolean NOT NULL,
	"is_vibration_off" boolean NOT NULL,
	"is_call_muted" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "device_token" ADD CONSTRAINT "device_token_session_id_sign_in_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sign_in_session"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;