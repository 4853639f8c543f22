/** Names of the response schemas in the API's description: those that `proto/` exports. */
import * as audit from '@site/proto/audit/v1/audit.responses';
import * as authInvitations from '@site/proto/auth/v1/invitations.responses';
import * as authModerators from '@site/proto/auth/v1/moderators.responses';
import * as authPasswords from '@site/proto/auth/v1/passwords.responses';
import * as authPeople from '@site/proto/auth/v1/people.responses';
import * as authSecondFactors from '@site/proto/auth/v1/second-factors.responses';
import * as authSessions from '@site/proto/auth/v1/sessions.responses';
import * as contentFaqs from '@site/proto/content/v1/faqs.responses';
import * as contentHome from '@site/proto/content/v1/home.responses';
import * as contentMedia from '@site/proto/content/v1/media.responses';
import * as contentPosts from '@site/proto/content/v1/posts.responses';
import * as contentSite from '@site/proto/content/v1/site.responses';
import * as contentStormMode from '@site/proto/content/v1/storm-mode.responses';
import * as contentTeam from '@site/proto/content/v1/team.responses';
import * as images from '@site/proto/images/v1/images.responses';
import * as jobs from '@site/proto/jobs/v1/jobs.responses';
import * as notificationsDeliveries from '@site/proto/notifications/v1/deliveries.responses';
import * as notificationsPersonalData from '@site/proto/notifications/v1/personal-data.responses';
import * as notificationsSubscriptions from '@site/proto/notifications/v1/subscriptions.responses';
import * as notificationsWebhooks from '@site/proto/notifications/v1/webhooks.responses';
import * as submissionsContact from '@site/proto/submissions/v1/contact.responses';
import * as submissionsNewsletter from '@site/proto/submissions/v1/newsletter.responses';
import * as submissionsOverview from '@site/proto/submissions/v1/overview.responses';
import * as submissionsPersonalData from '@site/proto/submissions/v1/personal-data.responses';
import * as submissionsSavedTexts from '@site/proto/submissions/v1/saved-texts.responses';
import * as submissionsSnapshots from '@site/proto/submissions/v1/snapshots.responses';
import * as submissionsSponsors from '@site/proto/submissions/v1/sponsors.responses';
import * as trash from '@site/proto/trash/v1/trash.responses';
import * as weatherAlertEvents from '@site/proto/weather/v1/alert-events.responses';
import * as weatherAlerts from '@site/proto/weather/v1/alerts.responses';
import * as weatherForecasts from '@site/proto/weather/v1/forecasts.responses';
import * as weatherNextHour from '@site/proto/weather/v1/next-hour.responses';
import * as weatherOutlook from '@site/proto/weather/v1/outlook.responses';
import * as weatherPlaces from '@site/proto/weather/v1/places.responses';
import * as weatherRadar from '@site/proto/weather/v1/radar.responses';
import * as weatherRivers from '@site/proto/weather/v1/rivers.responses';
import * as weatherSocial from '@site/proto/weather/v1/social.responses';
import * as weatherStormReports from '@site/proto/weather/v1/storm-reports.responses';
import * as weatherTextProducts from '@site/proto/weather/v1/text-products.responses';
import * as weatherTiles from '@site/proto/weather/v1/tiles.responses';
import { z } from 'zod';

/** By package, because some packages export the same names. */
const modules: Record<string, object> = {
  audit,
  authInvitations,
  authModerators,
  authPasswords,
  authPeople,
  authSecondFactors,
  authSessions,
  contentFaqs,
  contentHome,
  contentMedia,
  contentPosts,
  contentSite,
  contentStormMode,
  contentTeam,
  images,
  jobs,
  notificationsDeliveries,
  notificationsPersonalData,
  notificationsSubscriptions,
  notificationsWebhooks,
  submissionsContact,
  submissionsNewsletter,
  submissionsOverview,
  submissionsPersonalData,
  submissionsSavedTexts,
  submissionsSnapshots,
  submissionsSponsors,
  trash,
  weatherAlertEvents,
  weatherAlerts,
  weatherForecasts,
  weatherNextHour,
  weatherOutlook,
  weatherPlaces,
  weatherRadar,
  weatherRivers,
  weatherSocial,
  weatherStormReports,
  weatherTextProducts,
  weatherTiles,
};

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Returns a new registry of all exported schemas, by names such as "PostResponse". */
export function namedSchemas(): z.core.$ZodRegistry<{ id: string }> {
  const registry = z.registry<{ id: string }>();
  const taken = new Set<string>();
  for (const [module, exported] of Object.entries(modules))
    for (const [name, schema] of Object.entries(exported)) {
      if (!(schema instanceof z.ZodType) || registry.has(schema)) continue;
      const id = taken.has(capitalized(name)) ? capitalized(module) + capitalized(name) : capitalized(name);
      taken.add(id);
      registry.add(schema, { id });
    }
  return registry;
}
