/** Subscribers' preferences: reading, validating and saving them. */
import { expandAllKinds, type MessageLanguage } from '@site/domain/notifications/kinds';
import type { Preferences } from '@site/proto/gen/nest/notifications/v1/subscriptions';
import { invalid, invalidField } from '@site/proto/grpc';
import { preferenceFields } from '@site/proto/notifications/v1/subscriptions.schema';
import { Column, Entity, PrimaryColumn, type EntityManager } from 'typeorm';

/** A county (FIPS) that a confirmed subscriber follows. */
@Entity('follows')
export class Follow {
  @PrimaryColumn('character', { length: 5 }) county!: string;
  @PrimaryColumn('uuid') subscriberId!: string;
}

/** A subscriber's preferences: kinds of alerts, lowest level, quiet hours, language. */
@Entity('preferences')
export class PreferencesRow {
  @PrimaryColumn('uuid') subscriberId!: string;
  @Column('text', { array: true }) kinds!: string[];
  @Column('smallint') minLevel!: number;
  /** Local time of the state, "22:00:00"; both set or both null. */
  @Column('time', { nullable: true }) quietFrom!: string | null;
  @Column('time', { nullable: true }) quietUntil!: string | null;
  @Column('boolean') overrideQuietHours!: boolean;
  @Column('text', { default: 'en' }) language!: MessageLanguage;
}

/** @throws INVALID_ARGUMENT for unknown or repeated counties and kinds */
export function checkedPreferences(preferences: Preferences | undefined): Preferences {
  if (!preferences) throw invalidField('preferences', 'Please choose what to get alerts about.');
  const { counties, kinds, minLevel, quietFrom, quietUntil, overrideQuietHours, language } = preferences;
  const checked = preferenceFields.safeParse({
    counties,
    kinds,
    min_level: minLevel,
    quiet_from: quietFrom,
    quiet_until: quietUntil,
    override_quiet_hours: overrideQuietHours,
    language,
  });
  if (!checked.success) {
    const fields = checked.error.issues.map((issue) => ({
      field: ['preferences', ...issue.path].join('.'),
      message: issue.message,
    }));
    throw invalid(fields[0]!.message, fields);
  }
  const { data } = checked;
  return {
    counties: data.counties.toSorted(),
    kinds: expandAllKinds(data.kinds),
    minLevel: data.min_level,
    ...(data.quiet_from !== undefined && { quietFrom: data.quiet_from, quietUntil: data.quiet_until }),
    overrideQuietHours: data.override_quiet_hours,
    ...(data.language && { language: data.language }),
  };
}

/** Without a language, the subscription keeps its own; English if it's new. */
export async function savePreferences(
  manager: EntityManager,
  subscriberId: string,
  preferences: Preferences,
): Promise<void> {
  await manager.query('DELETE FROM follows WHERE subscriber_id = $1 AND county <> ALL($2::text[])', [
    subscriberId,
    preferences.counties,
  ]);
  await manager.query(
    `INSERT INTO follows (county, subscriber_id) SELECT unnest($2::text[]), $1::uuid ON CONFLICT DO NOTHING`,
    [subscriberId, preferences.counties],
  );
  await manager.query(
    `INSERT INTO preferences (subscriber_id, kinds, min_level, quiet_from, quiet_until, override_quiet_hours, language)
     VALUES ($1, $2, $3, $4, $5, $6, coalesce($7, 'en'))
     ON CONFLICT (subscriber_id) DO UPDATE SET kinds = excluded.kinds, min_level = excluded.min_level,
       quiet_from = excluded.quiet_from, quiet_until = excluded.quiet_until,
       override_quiet_hours = excluded.override_quiet_hours, language = coalesce($7, preferences.language)`,
    [
      subscriberId,
      expandAllKinds(preferences.kinds),
      preferences.minLevel,
      preferences.quietFrom ?? null,
      preferences.quietUntil ?? null,
      preferences.overrideQuietHours,
      preferences.language ?? null,
    ],
  );
}

/** Shortens "22:00:00" to "22:00". */
const hoursAndMinutes = (time: string) => time.slice(0, 5);

/** Returns undefined for an unknown subscriber. Times are "HH:MM", counties sorted FIPS codes. */
export async function readPreferences(manager: EntityManager, subscriberId: string): Promise<Preferences | undefined> {
  const row = await manager.findOneBy(PreferencesRow, { subscriberId });
  if (!row) return undefined;
  const follows = await manager.find(Follow, { where: { subscriberId }, order: { county: 'ASC' } });
  return {
    counties: follows.map(({ county }) => county),
    kinds: row.kinds,
    minLevel: row.minLevel,
    ...(row.quietFrom !== null && { quietFrom: hoursAndMinutes(row.quietFrom) }),
    ...(row.quietUntil !== null && { quietUntil: hoursAndMinutes(row.quietUntil) }),
    overrideQuietHours: row.overrideQuietHours,
    language: row.language,
  };
}
