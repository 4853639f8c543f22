import { Controller, Inject } from '@nestjs/common';
import {
  SocialServiceControllerMethods,
  type ListPostsResponse,
  type SocialServiceController,
} from '@site/proto/gen/nest/weather/v1/social';
import { SocialFeed } from './social-feed.js';

@Controller()
@SocialServiceControllerMethods()
export class SocialController implements SocialServiceController {
  constructor(@Inject(SocialFeed) private readonly feed: SocialFeed) {}

  listPosts(): ListPostsResponse {
    return this.feed.list();
  }
}
