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
ALTER TABLE "account" ADD COLUMN "verifies_friends" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "verifies_groups" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "group_application" ADD CONSTRAINT "group_application_group_id_conversation_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."conversation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_application" ADD CONSTRAINT "group_application_applicant_id_account_id_fk" FOREIGN KEY ("applicant_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_application" ADD CONSTRAINT "group_application_inviter_id_account_id_fk" FOREIGN KEY ("inviter_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "group_application_pending" ON "group_application" USING btree ("group_id","applicant_id") WHERE status = 0;--> statement-breakpoint
CREATE INDEX "group_application_group" ON "group_application" USING btree ("group_id","status","id");--> statement-breakpoint
CREATE INDEX "group_application_applicant" ON "group_application" USING btree ("applicant_id");