/** The submissions service's section of the public home page: latest photos, and sponsors. */
import { Controller, Inject } from '@nestjs/common';
import { preparedRow, utcText } from '@site/platform/data/database';
import { imageViewJsonSql } from '@site/platform/lifecycle/images';
import { HomeServiceControllerMethods, type HomeServiceController } from '@site/proto/gen/nest/submissions/v1/home';
import { DataSource } from 'typeorm';
import { publicSnapshot, type PublicSnapshotRow } from '../snapshots/snapshot.entity.js';
import { publicSponsorsColumns, publicSponsorsMessage, type PublicSponsorsRow } from '../sponsors/sponsor-lists.js';

const snapshotsAtHome = 20;

/** Same photos and order as the public list (`selectPublicSnapshots`). */
const homeStatement = {
  name: 'home',
  text: `SELECT
  (SELECT coalesce(json_agg(shown), '[]') FROM (
    SELECT snapshot.id, snapshot.first_name AS "firstName", snapshot.last_name AS "lastName", snapshot.location,
      snapshot.comment, ${utcText('snapshot.decided_at')} AS "decidedAt", ${imageViewJsonSql('image')} AS picture
    FROM snapshots snapshot JOIN images image ON image.id = snapshot.image_id AND image.state = 'ready'
    WHERE snapshot.status = 'approved' AND snapshot.deleted_at IS NULL
    ORDER BY snapshot.decided_at DESC, snapshot.id DESC LIMIT ${snapshotsAtHome}
  ) shown) AS snapshots,
  ${publicSponsorsColumns}`,
};

@Controller()
@HomeServiceControllerMethods()
export class HomeController implements HomeServiceController {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** Uses one statement, so that both parts come from the same snapshot. */
  async getHomeSubmissions() {
    type Row = { snapshots: PublicSnapshotRow[] } & PublicSponsorsRow;
    const row = await preparedRow<Row>(this.dataSource, homeStatement);
    return { snapshots: row.snapshots.map(publicSnapshot), sponsors: publicSponsorsMessage(row) };
  }
}
