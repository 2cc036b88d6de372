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
CREATE TABLE "kept_file_use" (
	"file_name" text NOT NULL,
	"message_id" bigint NOT NULL,
	CONSTRAINT "kept_file_use_file_name_message_id_pk" PRIMARY KEY("file_name","message_id")
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
ALTER TABLE "stored_file" ALTER COLUMN "conversation_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "collection" ADD CONSTRAINT "collection_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection" ADD CONSTRAINT "collection_file_name_stored_file_name_fk" FOREIGN KEY ("file_name") REFERENCES "public"."stored_file"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection" ADD CONSTRAINT "collection_small_file_name_stored_file_name_fk" FOREIGN KEY ("small_file_name") REFERENCES "public"."stored_file"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kept_file_use" ADD CONSTRAINT "kept_file_use_file_name_stored_file_name_fk" FOREIGN KEY ("file_name") REFERENCES "public"."stored_file"("name") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kept_file_use" ADD CONSTRAINT "kept_file_use_message_id_message_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."message"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_sticker" ADD CONSTRAINT "user_sticker_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_sticker" ADD CONSTRAINT "user_sticker_file_name_stored_file_name_fk" FOREIGN KEY ("file_name") REFERENCES "public"."stored_file"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "collection_account" ON "collection" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "collection_file" ON "collection" USING btree ("file_name");--> statement-breakpoint
CREATE INDEX "collection_small_file" ON "collection" USING btree ("small_file_name");--> statement-breakpoint
CREATE INDEX "kept_file_use_message" ON "kept_file_use" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "user_sticker_account" ON "user_sticker" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "user_sticker_file" ON "user_sticker" USING btree ("file_name");