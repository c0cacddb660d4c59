-- A ledger in PostgreSQL: roles, tables and what each role may do. Run it as a superuser, or
-- as a role that may create roles and owns the database. It may run again at any time: for
-- another principal, and when a newer version of citadel asks for it.
--
-- Nobody who talks to the database can change what was written: citadel_owner owns the events
-- and cannot log in, and the role that citadel logs in with may add events and read them. Keys
-- belong to citadel_keeper, so that forgetting, which destroys keys, needs no right to events.
BEGIN;
SELECT pg_advisory_xact_lock(7233464618); -- one at a time

DO $roles$
DECLARE name text;
BEGIN
	FOREACH name IN ARRAY ARRAY['citadel_owner', 'citadel_keeper', 'citadel_runtime'] LOOP
		IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) THEN
			EXECUTE format('CREATE ROLE %I NOLOGIN', name);
		END IF;
	END LOOP;
END $roles$;
GRANT citadel_owner, citadel_keeper TO CURRENT_USER;

CREATE SCHEMA IF NOT EXISTS citadel AUTHORIZATION citadel_owner;
GRANT USAGE, CREATE ON SCHEMA citadel TO citadel_keeper;
GRANT USAGE ON SCHEMA citadel TO citadel_runtime;
CREATE TABLE IF NOT EXISTS citadel.forms (form integer PRIMARY KEY, since timestamptz NOT NULL DEFAULT now());
