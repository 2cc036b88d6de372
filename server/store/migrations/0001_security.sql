CREATE TABLE "known_device" (
	"digest" text PRIMARY KEY NOT NULL,
	"account_id" bigint NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "one_time_code" DROP CONSTRAINT "one_time_code_tel_code_phone_purpose_pk";--> statement-breakpoint
ALTER TABLE "one_time_code" ADD CONSTRAINT "one_time_code_tel_code_phone_purpose_code_hash_pk" PRIMARY KEY("tel_code","phone","purpose","code_hash");--> statement-breakpoint
ALTER TABLE "sign_in_session" ADD COLUMN "device" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sign_in_session" ADD COLUMN "last_used_at" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "known_device" ADD CONSTRAINT "known_device_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "known_device_expiry" ON "known_device" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "one_time_code" DROP COLUMN "attempts_left";