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
CREATE INDEX "node_connection_account" ON "node_connection" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "node_connection_node" ON "node_connection" USING btree ("node_id");