/** The storm banner above every page, which editors set with a start and an end. */
import type { Metadata } from '@grpc/grpc-js';
import { Controller, Inject } from '@nestjs/common';
import { newId } from '@site/platform/base/ids';
import { audit } from '@site/platform/data/audit';
import { announce } from '@site/platform/data/changes';
import { utcText } from '@site/platform/data/database';
import { once } from '@site/platform/data/idempotency';
import { maxStormHours } from '@site/proto/content/v1/storm-mode.schema';
import {
  StormModeServiceControllerMethods,
  type SetStormBannerRequest,
  type StormBanner,
  type StormModeServiceController,
} from '@site/proto/gen/nest/content/v1/storm_mode';
import { findCaller, invalid, readCaller } from '@site/proto/grpc';
import { may } from '@site/domain/roles';
import { DataSource, type EntityManager } from 'typeorm';
import type { ContentFeature } from '../kinds/content-feature.js';
import { editClaim, noClaim } from '../kinds/content-rows.js';

const hourMs = 3_600_000;
/** The gateway's clock, which validated the form, may be ahead. */
const clockSlackMs = 60_000;

/** SQL of a storm_banners row's message. */
const message = (
  setBy: string,
) => `json_build_object('id', id, 'text', text, 'linkUrl', link_url, 'linkLabel', link_label,
  'startsAt', ${utcText('starts_at')}, 'endsAt', ${utcText('ends_at')}, 'setBy', ${setBy})`;
const fromActiveBanners = 'FROM storm_banners WHERE ended_at IS NULL AND starts_at <= now() AND ends_at > now()';

export const publicBannerSql = `(SELECT ${message("''")} ${fromActiveBanners})`;

/** The banner above every page, at most one. */
@Controller()
@StormModeServiceControllerMethods()
class StormModeController implements StormModeServiceController {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** Only editors see who set it. */
  async getStormBanner(_request: object, metadata?: Metadata) {
    const role = findCaller(metadata)?.role;
    const setBy = role !== undefined && may(role, 'storm') ? 'set_by_name' : "''";
    const [row] = await this.dataSource.query<{ message: StormBanner }[]>(
      `SELECT ${message(setBy)} AS message ${fromActiveBanners}`,
    );
    return { banner: row?.message };
  }

  /**
   * Replaces the active banner.
   * @throws INVALID_ARGUMENT for an end that is past or too far away, or without a claim
   */
  async setStormBanner(request: SetStormBannerRequest, metadata?: Metadata) {
    const caller = readCaller(metadata);
    const { text, linkUrl, linkLabel, endsAt, idempotency } = request;
    if (!idempotency) throw noClaim();
    const { response } = await this.dataSource.transaction((manager) =>
      once(manager, `storm.set.${caller.id}`, editClaim(idempotency), async () => {
        // Inside the claim, so that a late retry still gets its response.
        const inMs = Date.parse(endsAt) - Date.now();
        if (!(inMs > 0)) throw badEnd('The end is in the past');
        if (inMs > maxStormHours * hourMs + clockSlackMs)
          throw badEnd(`The end is more than ${maxStormHours} hours away`);
        await alone(manager);
        await manager.query('UPDATE storm_banners SET ended_at = now() WHERE ended_at IS NULL');
        const id = newId();
        await manager.query(
          `INSERT INTO storm_banners (id, text, link_url, link_label, starts_at, ends_at, set_by_id, set_by_name)
           VALUES ($1, $2, $3, $4, now(), $5, $6, $7)`,
          [id, text, linkUrl, linkUrl && linkLabel, endsAt, caller.id, caller.name],
        );
        await audit(manager, caller, 'storm.set', id, text);
        await announce(manager, 'storm', id);
        return { id };
      }),
    );
    const [row] = await this.dataSource.query<[{ message: StormBanner }]>(
      `SELECT ${message('set_by_name')} AS message FROM storm_banners WHERE id = $1`,
      [response.id],
    );
    return row.message;
  }

  async endStormBanner(_request: object, metadata?: Metadata) {
    const caller = readCaller(metadata);
    await this.dataSource.transaction(async (manager) => {
      await alone(manager);
      const [ended] = await manager.query<[{ id: string; text: string }[], number]>(
        `UPDATE storm_banners SET ended_at = now() WHERE ended_at IS NULL AND ends_at > now() RETURNING id, text`,
      );
      for (const { id, text } of ended) {
        await audit(manager, caller, 'storm.end', id, text);
        await announce(manager, 'storm', id);
      }
    });
    return {};
  }
}

const badEnd = (problem: string) => invalid(problem, [{ field: 'ends_at', message: problem }]);

/** Serializes concurrent editors: the second replaces or ends the first one's banner. */
const alone = (manager: EntityManager) =>
  manager.query(`SELECT pg_advisory_xact_lock(hashtextextended('storm banner', 0))`);

/** Not a kind of content: needs no trash or pictures. */
export const stormMode: ContentFeature = {
  kinds: [],
  controller: StormModeController,
};
