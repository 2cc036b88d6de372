DROP INDEX "account_phone";--> statement-breakpoint
CREATE UNIQUE INDEX "account_phone" ON "account" USING btree ("phone","tel_code");