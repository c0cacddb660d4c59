-- What the role that citadel logs in with could do that it must not, each with what takes it
-- away. It asks the catalogue, so that a right counts whichever way it came: by a grant to the
-- role, to PUBLIC or to a role that it is a member of, also where it would first have to become
-- that one (SET ROLE). $1 is the principal.
WITH RECURSIVE
part (name, owner, rights) AS (VALUES
	('events',  'citadel_owner',  '{SELECT,INSERT}'::text[]),
	('rests',   'citadel_owner',  '{SELECT,INSERT}'),
	('keys',    'citadel_keeper', '{SELECT,INSERT,DELETE}'),
	('vectors', 'citadel_keeper', '{SELECT,INSERT,DELETE}'),
	('shelf',   'citadel_owner',  '{SELECT,INSERT,UPDATE,DELETE}'),
	('forms',   'citadel_owner',  '{SELECT}')),
me AS (SELECT oid, rolname, rolsuper FROM pg_roles WHERE rolname = session_user),
-- The roles that it is or can become. A superuser needs none of them.
reach AS (SELECT r.*, r.oid = me.oid OR r.rolname = 'citadel_runtime' AS ours FROM pg_roles r, me
	WHERE NOT me.rolsuper AND pg_has_role(me.oid, r.oid, 'MEMBER')),
-- Who may use what is granted to a grantee: everybody in reach, and PUBLIC, whose number is 0.
holder (oid, name) AS (SELECT oid, quote_ident(rolname) FROM reach UNION ALL SELECT 0, 'PUBLIC' FROM me WHERE NOT rolsuper),
-- What takes the way to a role away. Its own membership of citadel_runtime stays.
leave AS (SELECT r.oid, string_agg(DISTINCT format('REVOKE %I FROM %I', given.rolname, taker.rolname), '; ') AS mend
	FROM reach r, pg_auth_members a, pg_roles given, reach taker
	WHERE given.oid = a.roleid AND taker.oid = a.member AND taker.ours AND given.rolname <> 'citadel_runtime'
		AND pg_has_role(given.oid, r.oid, 'MEMBER')
	GROUP BY r.oid),
tabled AS (SELECT c.*, part.owner, part.rights FROM pg_class c JOIN part ON part.name = c.relname
	WHERE c.relnamespace = 'citadel'::regnamespace AND c.relkind IN ('r', 'p')),
-- Every relation that reads or writes one of the tables when it is read or written: by its
-- rules, of which a view has one.
through (oid) AS (SELECT oid FROM tabled UNION SELECT w.ev_class FROM through t
	JOIN pg_depend d ON d.refclassid = 'pg_class'::regclass AND d.refobjid = t.oid AND d.classid = 'pg_rewrite'::regclass
	JOIN pg_rewrite w ON w.oid = d.objid),
granted AS (
	SELECT t.oid, t.relowner, t.rights, '' AS col, a.* FROM tabled t, aclexplode(t.relacl) a
	UNION ALL
	SELECT t.oid, t.relowner, t.rights, format(' (%I)', c.attname), a.*
	FROM tabled t JOIN pg_attribute c ON c.attrelid = t.oid, aclexplode(c.attacl) a)

SELECT 'do anything, as a superuser', CASE WHEN oid = 10 THEN '' ELSE format('ALTER ROLE %I NOSUPERUSER', rolname) END
FROM me WHERE rolsuper
UNION ALL
SELECT CASE WHEN NOT r.ours THEN format(a.other, r.rolname) ELSE a.does END,
	CASE WHEN r.ours THEN format('ALTER ROLE %I %s', r.rolname, a.without) ELSE leave.mend END
FROM reach r LEFT JOIN leave USING (oid), LATERAL (VALUES
	(r.rolsuper,       'do anything, as a superuser',      'become %s, a superuser',                          'NOSUPERUSER'),
	(r.rolcreaterole,  'grant itself any role',            'become %s, who can grant itself any role',        'NOCREATEROLE'),
	(r.rolbypassrls,   'pass over row-level security',     'become %s, who can pass over row-level security', 'NOBYPASSRLS'),
	(r.rolreplication, 'copy all that the server keeps',   'become %s, who can copy all that the server keeps', 'NOREPLICATION')
	) a (has, does, other, without)
WHERE a.has
UNION ALL
SELECT format(p.does, r.rolname), leave.mend
FROM reach r JOIN leave USING (oid) JOIN (VALUES
	('pg_write_all_data',         'write every table, as %s'),
	('pg_execute_server_program', 'change the server''s files, as %s'),
	('pg_write_server_files',     'change the server''s files, as %s'),
	('pg_read_server_files',      'read the server''s files, as %s')) p (name, does) ON p.name = r.rolname
UNION ALL
SELECT CASE WHEN r.ours THEN format('change %s, as its owner', c.oid::regclass) ELSE format('become %s, who owns %s', r.rolname, c.oid::regclass) END,
	CASE WHEN r.ours THEN format('ALTER TABLE %s OWNER TO %s', c.oid::regclass, coalesce(part.owner, 'citadel_owner')) ELSE leave.mend END
FROM pg_class c JOIN reach r ON r.oid = c.relowner LEFT JOIN leave ON leave.oid = r.oid LEFT JOIN part ON part.name = c.relname
WHERE c.relnamespace = 'citadel'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
UNION ALL
SELECT CASE WHEN r.ours THEN format('change %s, as its owner', p.oid::regprocedure) ELSE format('become %s, who owns %s', r.rolname, p.oid::regprocedure) END,
	CASE WHEN r.ours THEN format('ALTER ROUTINE %s OWNER TO citadel_owner', p.oid::regprocedure) ELSE leave.mend END
FROM pg_proc p JOIN reach r ON r.oid = p.proowner LEFT JOIN leave ON leave.oid = r.oid
WHERE p.pronamespace = 'citadel'::regnamespace
UNION ALL
SELECT CASE WHEN r.ours THEN 'drop what is in the schema citadel, as its owner' ELSE format('become %s, who owns the schema citadel', r.rolname) END,
	CASE WHEN r.ours THEN 'ALTER SCHEMA citadel OWNER TO citadel_owner; GRANT USAGE ON SCHEMA citadel TO citadel_runtime' ELSE leave.mend END
FROM pg_namespace n JOIN reach r ON r.oid = n.nspowner LEFT JOIN leave ON leave.oid = r.oid
WHERE n.nspname = 'citadel'
UNION ALL
SELECT 'create something in the schema citadel', format('REVOKE CREATE ON SCHEMA citadel FROM %s', h.name)
FROM pg_namespace n, aclexplode(n.nspacl) a JOIN holder h ON h.oid = a.grantee
WHERE n.nspname = 'citadel' AND a.privilege_type = 'CREATE' AND a.grantee <> n.nspowner
	AND h.name <> 'citadel_keeper' -- it makes its tables there; that nobody becomes it is asked above
UNION ALL
SELECT CASE WHEN r.ours THEN 'drop the database, as its owner' ELSE format('become %s, who owns the database', r.rolname) END,
	CASE WHEN r.ours THEN format('ALTER DATABASE %I OWNER TO citadel_owner', d.datname) ELSE leave.mend END
FROM pg_database d JOIN reach r ON r.oid = d.datdba LEFT JOIN leave ON leave.oid = r.oid
WHERE d.datname = current_database()
UNION ALL
SELECT format(a.does, g.oid::regclass || g.col), format('REVOKE %s%s ON %s FROM %s', g.privilege_type, g.col, g.oid::regclass, h.name)
FROM granted g JOIN holder h ON h.oid = g.grantee JOIN (VALUES
	('INSERT', 'INSERT INTO %s'), ('UPDATE', 'UPDATE %s'), ('DELETE', 'DELETE FROM %s'), ('TRUNCATE', 'TRUNCATE %s'),
	('TRIGGER', 'put triggers on %s'), ('REFERENCES', 'hold rows back with a foreign key to %s')) a (privilege, does)
	ON a.privilege = g.privilege_type
WHERE g.grantee <> g.relowner AND g.privilege_type <> ALL (g.rights)
UNION ALL
SELECT format('see the rows of others: row-level security is off on %s', t.oid::regclass), format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', t.oid::regclass)
FROM tabled t WHERE t.relname <> 'forms' AND NOT t.relrowsecurity
UNION ALL
SELECT format('see the rows of others: the policy %s on citadel.%s', p.policyname, p.tablename),
	CASE
	WHEN p.roles = ARRAY[me.rolname] AND p.cmd = 'ALL' THEN
		format('ALTER POLICY %I ON citadel.%I USING (principal = %L) WITH CHECK (principal = %4$L)', p.policyname, p.tablename, $1::text, $1::text)
	WHEN bool_or(h.oid = 0 OR r.ours) THEN format('DROP POLICY %I ON citadel.%I', p.policyname, p.tablename)
	ELSE string_agg(leave.mend, '; ') END
FROM me, pg_policies p, unnest(p.roles) AS bound (name)
	JOIN holder h ON h.name = CASE bound.name WHEN 'public' THEN 'PUBLIC' ELSE quote_ident(bound.name) END
	LEFT JOIN reach r ON r.oid = h.oid LEFT JOIN leave ON leave.oid = h.oid
WHERE p.schemaname = 'citadel' AND p.permissive = 'PERMISSIVE'
	AND (p.qual IS DISTINCT FROM format('(principal = %L::text)', $1::text) OR p.with_check IS DISTINCT FROM p.qual)
GROUP BY me.rolname, p.policyname, p.tablename, p.roles, p.cmd
UNION ALL
SELECT format('see or change the rows of others, by %s', c.oid::regclass), string_agg(DISTINCT format('REVOKE ALL ON %s FROM %s', c.oid::regclass, h.name), '; ')
FROM through JOIN pg_class c USING (oid), LATERAL (
	SELECT a.grantee FROM aclexplode(c.relacl) a
	UNION SELECT a.grantee FROM pg_attribute k, aclexplode(k.attacl) a WHERE k.attrelid = c.oid) a JOIN holder h ON h.oid = a.grantee
WHERE c.oid NOT IN (SELECT oid FROM tabled) AND c.relowner NOT IN (SELECT oid FROM reach)
	AND NOT (c.relkind = 'v' AND EXISTS (SELECT FROM pg_options_to_table(c.reloptions) o WHERE o.option_name = 'security_invoker' AND o.option_value::bool))
GROUP BY c.oid
UNION ALL
-- What such a function does cannot be told, only that it speaks of these tables.
SELECT format('act as %s, by %s', pg_get_userbyid(p.proowner), p.oid::regprocedure), CASE
	WHEN p.pronamespace = 'citadel'::regnamespace THEN format('ALTER ROUTINE %s SECURITY INVOKER', p.oid::regprocedure)
	ELSE string_agg(DISTINCT format('REVOKE EXECUTE ON ROUTINE %s FROM %s', p.oid::regprocedure, h.name), '; ') END
FROM pg_proc p, aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a JOIN holder h ON h.oid = a.grantee
WHERE p.prosecdef AND p.prorettype <> 'trigger'::regtype AND p.proowner NOT IN (SELECT oid FROM reach)
	AND (p.pronamespace = 'citadel'::regnamespace OR p.prosrc ~* 'citadel' OR EXISTS (SELECT FROM pg_depend d JOIN through ON through.oid = d.refobjid
		WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.refclassid = 'pg_class'::regclass))
GROUP BY p.oid, p.proowner, p.pronamespace
UNION ALL
SELECT format('lose what it writes, or write more: the trigger %s on %s', g.tgname, t.oid::regclass), format('DROP TRIGGER %I ON %s', g.tgname, t.oid::regclass)
FROM pg_trigger g JOIN tabled t ON t.oid = g.tgrelid WHERE NOT g.tgisinternal AND g.tgenabled <> 'D'
UNION ALL
SELECT format('lose what it writes, or write more: the rule %s on %s', w.rulename, t.oid::regclass), format('DROP RULE %I ON %s', w.rulename, t.oid::regclass)
FROM pg_rewrite w JOIN tabled t ON t.oid = w.ev_class
UNION ALL
SELECT format('change the server''s setting %s', p.parname), format('REVOKE ALTER SYSTEM ON PARAMETER %s FROM %s', p.parname, h.name)
FROM pg_parameter_acl p, aclexplode(p.paracl) a JOIN holder h ON h.oid = a.grantee WHERE a.privilege_type = 'ALTER SYSTEM'
