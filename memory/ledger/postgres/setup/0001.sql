CREATE TABLE citadel.events (
	principal text   NOT NULL,
	seq       bigint NOT NULL,
	at        bigint NOT NULL,
	source    text   NOT NULL,
	kind      text   NOT NULL,
	v         bigint NOT NULL,
	key       text   NOT NULL,
	trust     text   NOT NULL,
	causes    bytea  NOT NULL,
	rests     bytea  NOT NULL,
	body      bytea  NOT NULL,
	prev      bytea  NOT NULL,
	hash      bytea  NOT NULL,
	PRIMARY KEY (principal, seq)
);
CREATE UNIQUE INDEX events_key ON citadel.events (principal, key) WHERE key <> '';
CREATE INDEX events_kind ON citadel.events (principal, kind, seq);
CREATE TABLE citadel.keys  (principal text NOT NULL, seq bigint NOT NULL, key bytea NOT NULL, PRIMARY KEY (principal, seq));
CREATE TABLE citadel.rests (principal text NOT NULL, on_seq bigint NOT NULL, seq bigint NOT NULL, PRIMARY KEY (principal, on_seq, seq));
CREATE TABLE citadel.shelf (principal text NOT NULL, name text NOT NULL, up_to bigint NOT NULL, data bytea NOT NULL, PRIMARY KEY (principal, name));
CREATE TABLE citadel.vectors (principal text NOT NULL, seq bigint NOT NULL, embedder text NOT NULL, text bytea NOT NULL, numbers bytea NOT NULL,
	PRIMARY KEY (principal, seq, embedder, text));

-- Bodies are sealed and checkpoints change often: compressing either only costs time.
ALTER TABLE citadel.events ALTER COLUMN body SET STORAGE EXTERNAL;
ALTER TABLE citadel.shelf ALTER COLUMN data SET STORAGE EXTERNAL;

-- Fails unless first is the number after the principal's last event and that event's hash is
-- before: whoever appends has seen everything. STABLE, so that it sees the ledger as it was
-- before the statement that asks.
CREATE FUNCTION citadel.follows(whose text, first bigint, before bytea) RETURNS void STABLE LANGUAGE plpgsql AS $follows$
BEGIN
	IF first = 1 AND EXISTS (SELECT FROM citadel.events WHERE principal = whose)
	OR first > 1 AND NOT EXISTS (SELECT FROM citadel.events WHERE principal = whose AND seq = first - 1 AND hash = before) THEN
		RAISE unique_violation USING MESSAGE = format('event %s does not follow the end of this ledger', first);
	END IF;
END $follows$;
