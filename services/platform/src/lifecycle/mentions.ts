/** Finds and redacts an email address or phone number in free texts (docs/operations/personal-data.md). */
import { domainToUnicode } from 'node:url';
import type { Metadata } from '@grpc/grpc-js';
import { Controller, Inject } from '@nestjs/common';
import { emailKey } from '@site/domain/email-address';
import {
  MentionsServiceControllerMethods,
  type FindMentionsRequest,
  type Mention,
  type MentionsServiceController,
  type RedactMentionRequest,
} from '@site/proto/gen/nest/mentions/v1/mentions';
import { invalidField, readCaller, unprocessable } from '@site/proto/grpc';
import { DataSource, type EntityManager } from 'typeorm';
import { audit } from '../data/audit.js';
import { announce } from '../data/changes.js';

type ContactAddress = Pick<FindMentionsRequest, 'email' | 'phone'>;

/** A table whose rows have texts that somebody typed. */
export interface MentionPlace {
  table: string;
  /** Shown to admins. */
  label: string;
  /** The columns and their types. */
  columns: Readonly<Record<string, 'text' | 'jsonb' | 'text[]'>>;
  /** The primary key. Default: id. */
  key?: string;
  /** Returns SQL for rows that belong to the person `$2`, which erasure by owner removes. */
  own?: (by: 'email' | 'phone') => string;
  /** Change notice, if a public page depends on it. */
  topic?: string;
  /** Whether edits compare a version. */
  versioned?: true;
}
export const MENTION_PLACES = Symbol('mention places');

const replacement = '[removed]';
const maxPerPlace = 200;
const auditPlace = 'audit';
const fixedAuditPlace = 'audit_details';
const fixedReason =
  'Entries of the audit log can’t be changed: their hashes prove it. Only an entry’s label can be cleared.';

const escaped = (text: string) => text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');

/** Returns a Postgres pattern that matches the whole address only, in any case, also escaped in JSON and URLs. */
function emailPattern(email: string): string {
  const at = email.lastIndexOf('@');
  const local = email.slice(0, at);
  const domain = email.slice(at + 1);
  const domains = [...new Set([domain, domainToUnicode(domain)])].filter(Boolean).map(escaped);
  const notInside = String.raw`(?:(?<![\w.+%-])|(?<=\\[bfnrt]))`;
  return String.raw`(?i)${notInside}${escaped(local)}(?:@|%40)(?:${domains.join('|')})(?![\w-]|\.\w)`;
}

/** Matches the number in any spelling, with or without the country code of the US. */
function phonePattern(phone: string): string {
  const digits = phone.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
  const separators = String.raw`[\s().\/-]*`;
  return String.raw`(?i)(?<!\d)(?:\+?1${separators})?\(?${[...digits].join(separators)}(?!\d)`;
}

function searchOf({ email, phone }: ContactAddress): { by: 'email' | 'phone'; value: string; pattern: string } {
  if (phone !== undefined && phone !== '') {
    if (phone.replace(/\D/g, '').length < 7) throw invalidField('phone', 'Phone number is too short');
    return { by: 'phone', value: phone, pattern: phonePattern(phone) };
  }
  const value = emailKey(email);
  if (!/^[^@]+@[^@]+$/.test(value)) throw invalidField('email', 'Please enter a valid email address.');
  return { by: 'email', value, pattern: emailPattern(value) };
}

/** Excerpts end at line breaks. */
const excerptPattern = (pattern: string) => `(?i)[^\\n]{0,40}${pattern.replace(/^\(\?i\)/, '')}[^\\n]{0,40}`;

/** Searches the texts of this service's tables and audit log for admins, and redacts single findings. */
@Controller()
@MentionsServiceControllerMethods()
export class MentionsController implements MentionsServiceController {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(MENTION_PLACES) private readonly places: readonly MentionPlace[],
  ) {}

  /** Returns at most 200 findings per table, with 40 characters of context on both sides. */
  async findMentions(request: FindMentionsRequest) {
    const { by, value, pattern } = searchOf(request);
    const mentions: Mention[] = [];
    for (const { table, label, columns, key = 'id', own: ownerSql } of this.places) {
      const columnCasts = Object.keys(columns).map((column) => `${column}::text`);
      const rows = await this.dataSource.query<{ id: string; excerpt: string }[]>(
        `SELECT ${key}::text AS id, coalesce(${columnCasts.map((text) => `substring(${text} FROM $3)`).join(', ')}) AS excerpt
         FROM ${table} WHERE (${columnCasts.map((text) => `${text} ~ $1`).join(' OR ')})
           AND $2::text IS NOT NULL ${ownerSql ? `AND (${ownerSql(by)}) IS NOT TRUE` : ''}
         ORDER BY ${key} LIMIT ${maxPerPlace}`,
        [pattern, value, excerptPattern(pattern)],
      );
      mentions.push(...rows.map((row) => ({ ...row, place: table, label, fixed: '' })));
    }
    return { mentions: [...mentions, ...(await this.findInAudit(pattern))] };
  }

  private async findInAudit(pattern: string): Promise<Mention[]> {
    const rows = await this.dataSource.query<{ id: string; excerpt: string; isLabel: boolean }[]>(
      `SELECT id::text, subject_label ~ $1 AS "isLabel",
         coalesce(substring(subject_label FROM $2), substring(detail FROM $2), substring(principal_name FROM $2)) AS excerpt
       FROM audit WHERE subject_label ~ $1 OR detail ~ $1 OR principal_name ~ $1
       ORDER BY id LIMIT ${maxPerPlace}`,
      [pattern, excerptPattern(pattern)],
    );
    return rows.map(({ id, excerpt, isLabel }) => ({
      id,
      excerpt,
      label: isLabel ? 'Audit log: label' : 'Audit log: details',
      ...(isLabel ? { place: auditPlace, fixed: '' } : { place: fixedAuditPlace, fixed: fixedReason }),
    }));
  }

  /** Replaces the address in one row, or clears an audit entry's label. Writes an audit entry. */
  async redactMention(request: RedactMentionRequest, metadata?: Metadata) {
    const caller = readCaller(metadata);
    const { pattern } = searchOf(request);
    const { place: table, id } = request;
    if (table === fixedAuditPlace) throw unprocessable(fixedReason);
    const place = this.places.find((one) => one.table === table);
    if (!place && table !== auditPlace) throw invalidField('place', 'place is not known');
    const redacted = await this.dataSource.transaction(async (manager) => {
      const changed = place ? await redactRow(manager, place, id, pattern) : await clearLabel(manager, id, pattern);
      if (changed) await audit(manager, caller, 'person.redact', id, '', place?.label ?? 'Audit log: label');
      return changed;
    });
    return { redacted };
  }
}

async function redactRow(
  manager: EntityManager,
  { table, columns, key = 'id', topic, versioned }: MentionPlace,
  id: string,
  pattern: string,
): Promise<boolean> {
  const all = Object.entries(columns);
  const changes = all.map(
    ([column, type]) => `${column} = regexp_replace(${column}::text, $2, '${replacement}', 'g')::${type}`,
  );
  const [rows] = await manager.query<[unknown[], number]>(
    `UPDATE ${table} SET ${changes.join(', ')} ${versioned ? ', version = version + 1' : ''}
     WHERE ${key}::text = $1 AND (${all.map(([column]) => `${column}::text ~ $2`).join(' OR ')}) RETURNING 1`,
    [id, pattern],
  );
  if (rows.length > 0 && topic !== undefined) await announce(manager, topic, id);
  return rows.length > 0;
}

/** The chain of hashes stays valid without a label, but not with another one. */
async function clearLabel(manager: EntityManager, id: string, pattern: string): Promise<boolean> {
  const [row] = await manager.query<{ cleared: number }[]>(
    'SELECT audit_redact_label(id) AS cleared FROM audit WHERE id::text = $1 AND subject_label ~ $2',
    [id, pattern],
  );
  return (row?.cleared ?? 0) > 0;
}
