-- What belongs to whom, and who may do what: said again each time, whatever it was before.
ALTER TABLE citadel.forms  OWNER TO citadel_owner;
ALTER TABLE citadel.events OWNER TO citadel_owner;
ALTER TABLE citadel.rests  OWNER TO citadel_owner;
ALTER TABLE citadel.shelf  OWNER TO citadel_owner;
ALTER TABLE citadel.keys   OWNER TO citadel_keeper;
ALTER TABLE citadel.vectors OWNER TO citadel_keeper;
ALTER FUNCTION citadel.follows OWNER TO citadel_owner;
REVOKE ALL ON ALL TABLES IN SCHEMA citadel FROM PUBLIC, citadel_runtime;
GRANT SELECT ON citadel.forms TO citadel_runtime;
GRANT SELECT, INSERT ON citadel.events, citadel.rests TO citadel_runtime;
GRANT SELECT, INSERT, DELETE ON citadel.keys, citadel.vectors TO citadel_runtime;
GRANT SELECT, INSERT, UPDATE, DELETE ON citadel.shelf TO citadel_runtime;
ALTER TABLE citadel.events ENABLE ROW LEVEL SECURITY;
ALTER TABLE citadel.keys   ENABLE ROW LEVEL SECURITY;
ALTER TABLE citadel.rests  ENABLE ROW LEVEL SECURITY;
ALTER TABLE citadel.vectors ENABLE ROW LEVEL SECURITY;
ALTER TABLE citadel.shelf  ENABLE ROW LEVEL SECURITY;

