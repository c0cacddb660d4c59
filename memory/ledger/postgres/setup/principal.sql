-- The role that citadel logs in with for one principal. It sees the rows of this principal, and
-- nothing else of anybody.
DO $role$
DECLARE part text;
BEGIN
	IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = {{role}}) THEN
		EXECUTE format('CREATE ROLE %I LOGIN', {{role}});
	END IF;
	EXECUTE format('REVOKE citadel_owner, citadel_keeper FROM %I', {{role}});
	EXECUTE format('REVOKE ALL ON ALL TABLES IN SCHEMA citadel FROM %I', {{role}});
	EXECUTE format('GRANT citadel_runtime TO %I', {{role}});
	EXECUTE format('GRANT CONNECT ON DATABASE %I TO %I', current_database(), {{role}});
	FOREACH part IN ARRAY ARRAY['events', 'keys', 'rests', 'shelf', 'vectors'] LOOP
		EXECUTE format('DROP POLICY IF EXISTS %I ON citadel.%I', {{role}}, part);
		EXECUTE format('CREATE POLICY %I ON citadel.%I TO %I USING (principal = %L) WITH CHECK (principal = %L)',
			{{role}}, part, {{role}}, {{principal}}, {{principal}});
	END LOOP;
END $role$;
COMMIT;
