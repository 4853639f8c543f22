/** The audit log's tables, shared by all services that have one. */
import type { QueryRunner } from 'typeorm';

/**
 * Creates an append-only, tamper-evident log (docs/decisions/0011-security-log.md).
 *
 * - A deferred trigger numbers and hashes every entry, with the previous one's hash, on commit: the lock on the
 *   chain's head is held only briefly and can't deadlock.
 * - Values to be forgotten later (the address, the label) are hashed as salted digests. Forgetting removes value and
 *   salt, and the chain remains valid.
 * - A trigger refuses deletes and all other updates, from any role. The services' roles also lose those rights
 *   (`withholdAuditRights`).
 */
export async function createAuditTables(runner: QueryRunner): Promise<void> {
  const [{ schema }] = (await runner.query('SELECT quote_ident(current_schema()) AS schema')) as [{ schema: string }];
  /** Runs as the tables' owner, with a fixed search path that callers can't redirect. */
  const asOwner = `SECURITY DEFINER SET search_path = ${schema}, pg_temp`;
  await runner.query(`
    CREATE TABLE audit (
      id uuid PRIMARY KEY,
      principal_id uuid NOT NULL,
      principal_name text NOT NULL,
      action text NOT NULL,
      subject_id text NOT NULL,
      subject_label text NOT NULL DEFAULT '',
      detail text NOT NULL DEFAULT '',
      at timestamptz NOT NULL DEFAULT now(),
      client_address text NOT NULL,
      request_id text NOT NULL,
      number integer,
      hash text,
      address_salt uuid,
      address_digest text,
      label_salt uuid,
      label_digest text
    );
    CREATE UNIQUE INDEX audit_numbers ON audit (number);
    CREATE INDEX audit_by_action ON audit (action, id DESC);
    CREATE INDEX audit_by_principal ON audit (principal_id, id DESC);
    CREATE INDEX audit_by_subject ON audit (subject_id);
    CREATE INDEX audit_addresses ON audit (at) WHERE client_address <> '';
    CREATE INDEX audit_loose ON audit (id) WHERE number IS NULL`);
  // It reveals entries missing at the end, which the entries themselves can't.
  await runner.query(`
    CREATE TABLE audit_head (
      id integer PRIMARY KEY DEFAULT 1 CHECK (id = 1),
      number integer NOT NULL,
      hash text NOT NULL
    )`);
  await runner.query(`
    CREATE FUNCTION audit_digest(salt uuid, value text) RETURNS text LANGUAGE sql IMMUTABLE
    AS $$ SELECT encode(sha256(convert_to(salt::text || value, 'UTF8')), 'hex') $$`);
  // Encodes the parts as netstrings, so that different lists produce different texts. audit-chain.ts does the same.
  await runner.query(`
    CREATE FUNCTION audit_hash(previous text, entry audit) RETURNS text LANGUAGE sql STABLE
    AS $$
      SELECT encode(sha256(convert_to(previous || string_agg(octet_length(part) || ':' || part || ',', '' ORDER BY place), 'UTF8')), 'hex')
      FROM unnest(ARRAY[entry.number::text, entry.id::text, entry.principal_id::text, entry.principal_name, entry.action,
        entry.subject_id, entry.detail, to_char(entry.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
        entry.request_id, entry.address_digest, entry.label_digest]) WITH ORDINALITY AS parts (part, place)
    $$`);
  await runner.query(`
    CREATE FUNCTION audit_link(entry_id uuid) RETURNS void LANGUAGE plpgsql ${asOwner}
    AS $$
    DECLARE
      head audit_head;
      entry audit;
    BEGIN
      SELECT * INTO head FROM audit_head FOR UPDATE;
      IF NOT FOUND THEN
        INSERT INTO audit_head (number, hash) VALUES (0, repeat('0', 64)) ON CONFLICT DO NOTHING;
        SELECT * INTO head FROM audit_head FOR UPDATE;
      END IF;
      SELECT * INTO entry FROM audit WHERE id = entry_id AND number IS NULL;
      IF NOT FOUND THEN
        RETURN;
      END IF;
      entry.number := head.number + 1;
      entry.address_salt := gen_random_uuid();
      entry.address_digest := audit_digest(entry.address_salt, entry.client_address);
      entry.label_salt := gen_random_uuid();
      entry.label_digest := audit_digest(entry.label_salt, entry.subject_label);
      entry.hash := audit_hash(head.hash, entry);
      UPDATE audit SET number = entry.number, hash = entry.hash, address_salt = entry.address_salt,
        address_digest = entry.address_digest, label_salt = entry.label_salt, label_digest = entry.label_digest
      WHERE id = entry_id;
      UPDATE audit_head SET number = entry.number, hash = entry.hash;
    END
    $$`);
  await runner.query('REVOKE EXECUTE ON FUNCTION audit_link(uuid) FROM PUBLIC');
  // Never the caller's time or position.
  await runner.query(`
    CREATE FUNCTION audit_begin() RETURNS trigger LANGUAGE plpgsql
    AS $$
    BEGIN
      NEW.at := now();
      NEW.number := NULL;
      NEW.hash := NULL;
      NEW.address_salt := NULL;
      NEW.address_digest := NULL;
      NEW.label_salt := NULL;
      NEW.label_digest := NULL;
      RETURN NEW;
    END
    $$`);
  await runner.query(`
    CREATE FUNCTION audit_append() RETURNS trigger LANGUAGE plpgsql ${asOwner}
    AS $$
    BEGIN
      PERFORM audit_link(NEW.id);
      RETURN NULL;
    END
    $$`);
  await runner.query(`
    CREATE FUNCTION audit_guard() RETURNS trigger LANGUAGE plpgsql
    AS $$
    BEGIN
      IF TG_OP = 'UPDATE' THEN
        IF ROW(NEW.id, NEW.principal_id, NEW.principal_name, NEW.action, NEW.subject_id, NEW.detail, NEW.at, NEW.request_id)
          IS NOT DISTINCT FROM
          ROW(OLD.id, OLD.principal_id, OLD.principal_name, OLD.action, OLD.subject_id, OLD.detail, OLD.at, OLD.request_id)
        THEN
          -- It gets its place in the chain, once.
          IF OLD.number IS NULL AND NEW.client_address = OLD.client_address AND NEW.subject_label = OLD.subject_label THEN
            RETURN NEW;
          END IF;
          -- Address or label are forgotten, each with its salt.
          IF ROW(NEW.number, NEW.hash, NEW.address_digest, NEW.label_digest)
            IS NOT DISTINCT FROM ROW(OLD.number, OLD.hash, OLD.address_digest, OLD.label_digest)
            AND (ROW(NEW.client_address, NEW.address_salt) IS NOT DISTINCT FROM ROW(OLD.client_address, OLD.address_salt)
              OR (NEW.client_address = '' AND NEW.address_salt IS NULL))
            AND (ROW(NEW.subject_label, NEW.label_salt) IS NOT DISTINCT FROM ROW(OLD.subject_label, OLD.label_salt)
              OR (NEW.subject_label = '' AND NEW.label_salt IS NULL))
          THEN
            RETURN NEW;
          END IF;
        END IF;
      END IF;
      RAISE EXCEPTION 'the audit log only grows' USING ERRCODE = 'insufficient_privilege';
    END
    $$`);
  await runner.query(`
    CREATE TRIGGER audit_begins BEFORE INSERT ON audit FOR EACH ROW EXECUTE FUNCTION audit_begin()`);
  await runner.query(`
    CREATE CONSTRAINT TRIGGER audit_appends AFTER INSERT ON audit DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION audit_append()`);
  await runner.query(`
    CREATE TRIGGER audit_guards BEFORE UPDATE OR DELETE ON audit FOR EACH ROW EXECUTE FUNCTION audit_guard()`);
  await runner.query(`
    CREATE TRIGGER audit_guards_all BEFORE TRUNCATE ON audit FOR EACH STATEMENT EXECUTE FUNCTION audit_guard()`);
  // The period isn't a parameter, so that a service can't make the log forget earlier.
  await runner.query(`
    CREATE FUNCTION audit_expire_addresses() RETURNS integer LANGUAGE sql ${asOwner}
    AS $$
      WITH old AS (
        SELECT id FROM audit WHERE client_address <> '' AND number IS NOT NULL AND at < now() - interval '90 days'
        ORDER BY at LIMIT 500 FOR UPDATE SKIP LOCKED),
      forgotten AS (
        UPDATE audit SET client_address = '', address_salt = NULL FROM old WHERE audit.id = old.id RETURNING 1)
      SELECT count(*)::integer FROM forgotten
    $$`);
  // Only of subjects without a row in any table: a service could otherwise blank the label of a post that still exists.
  // Searches every table with a UUID `id`.
  await runner.query(`
    CREATE FUNCTION audit_forget_labels(subjects text[]) RETURNS integer LANGUAGE plpgsql
    ${asOwner}
    AS $$
    DECLARE
      -- Subjects in another form are no rows, and keep their labels.
      ids uuid[] := ARRAY(SELECT subject::uuid FROM unnest(subjects) AS subject
        WHERE subject ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$');
      place regclass;
      found uuid;
      forgotten integer;
    BEGIN
      FOR place IN
        SELECT attrelid FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
        JOIN pg_index ON indrelid = attrelid AND indisprimary AND indkey::text = attnum::text
        WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
          AND relname <> 'audit' AND attname = 'id' AND atttypid = 'uuid'::regtype
      LOOP
        EXECUTE format('SELECT id FROM %s WHERE id = ANY($1) LIMIT 1', place) INTO found USING ids;
        IF found IS NOT NULL THEN
          RAISE EXCEPTION '% is still in %: its labels stay', found, place USING ERRCODE = 'insufficient_privilege';
        END IF;
      END LOOP;
      UPDATE audit SET subject_label = '', label_salt = NULL
      WHERE subject_id = ANY(ids::text[]) AND subject_label <> '';
      GET DIAGNOSTICS forgotten = ROW_COUNT;
      RETURN forgotten;
    END
    $$`);
  // For an erasure: only a label that contains an email address or a phone number.
  await runner.query(`
    CREATE FUNCTION audit_redact_label(entry uuid) RETURNS integer LANGUAGE sql
    ${asOwner}
    AS $$
      WITH cleared AS (
        UPDATE audit SET subject_label = '', label_salt = NULL
        WHERE id = entry AND number IS NOT NULL
          AND (subject_label ~ '[^\\s@]@[^\\s@]+\\.[^\\s@]' OR regexp_replace(subject_label, '\\D', '', 'g') ~ '\\d{7}')
        RETURNING 1)
      SELECT count(*)::integer FROM cleared
    $$`);
}

/**
 * Leaves every role but the tables' owner with SELECT and INSERT on the log, and SELECT on the head. Runs after every
 * migration, because rights may have been granted since.
 */
export async function withholdAuditRights(runner: QueryRunner): Promise<void> {
  await runner.query(`
    DO $$
    DECLARE
      held record;
    BEGIN
      FOR held IN
        SELECT DISTINCT relname, CASE grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(grantee)) END AS role
        FROM pg_class, aclexplode(relacl)
        WHERE pg_class.oid IN (to_regclass('audit'), to_regclass('audit_head')) AND grantee <> relowner
          AND to_regclass('audit_head') IS NOT NULL
      LOOP
        EXECUTE format('REVOKE UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER ON %I FROM %s', held.relname, held.role);
        IF held.relname = 'audit_head' THEN
          EXECUTE format('REVOKE INSERT ON audit_head FROM %s', held.role);
        END IF;
      END LOOP;
    END
    $$`);
}
