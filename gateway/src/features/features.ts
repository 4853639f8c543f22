/** Every feature of the gateway by its controllers. This is the one list: `app.module.ts` serves what stands here. */

export { AuthController } from './account/auth.controller.js';
export { AuditController } from './audit/audit.controller.js';
export { AdminContactController, ContactController } from './contact/contact.controller.js';
export { AdminFaqsController, FaqsController } from './faqs/faqs.controller.js';
export { AdminHeaderController } from './header/header.controller.js';
export { HealthController } from './health/health.controller.js';
export { HomeController } from './home/home.controller.js';
export { JobsController } from './jobs/jobs.controller.js';
export { AdminLogoController } from './logo/logo.controller.js';
export { ModeratorsController } from './moderators/moderators.controller.js';
export { AdminNewsletterController } from './newsletter/admin-newsletter.controller.js';
export { NewsletterController } from './newsletter/newsletter.controller.js';
export { AdminOverviewController } from './overview/overview.controller.js';
export { PlacesController } from './places/places.controller.js';
export { AdminPostsController } from './posts/admin-posts.controller.js';
export { PostsController } from './posts/posts.controller.js';
export { AdminSnapshotsController, SnapshotsController } from './snapshots/snapshots.controller.js';
export { SocialController } from './social/social.controller.js';
export { AdminSponsorsController } from './sponsors/admin-sponsors.controller.js';
export { SponsorsController } from './sponsors/sponsors.controller.js';
export { AdminTeamController, TeamController } from './team/team.controller.js';
export { TilesController } from './tiles/tiles.controller.js';
export { TrashController } from './trash/trash.controller.js';
export { WeatherController } from './weather/weather.controller.js';
