import { Controller, Inject } from '@nestjs/common';
import {
  HomeServiceControllerMethods,
  type GetHomeSubmissionsResponse,
  type HomeServiceController,
} from '@site/proto/gen/nest/submissions/v1/home';
import { DataSource } from 'typeorm';
import { publicSnapshot } from '../snapshots/snapshot.entity.js';
import { approvedSnapshots } from '../snapshots/snapshot-lists.js';
import { publicSponsors } from '../sponsors/sponsor-lists.js';

const snapshotsAtHome = 20;

@Controller()
@HomeServiceControllerMethods()
export class HomeController implements HomeServiceController {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** Two queries, side by side. */
  async getHomeSubmissions(): Promise<GetHomeSubmissionsResponse> {
    const { manager } = this.dataSource;
    const [snapshots, sponsors] = await Promise.all([
      approvedSnapshots(manager, 'shown').limit(snapshotsAtHome).getMany(),
      publicSponsors(manager),
    ]);
    return { snapshots: snapshots.map(publicSnapshot), sponsors };
  }
}
