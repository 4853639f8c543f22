/**
 * The numbers of the specification's section 9 (requirements CONST-01 to CONST-11). display-constants.test.ts compares copies
 * in style sheets and class names.
 */
import { defaultPlaces } from '@site/regions/state';

// CONST-01: the rotating alerts.
export const ALERT_ROTATE_MS = 5_000;
export const ALERT_FADE_MS = 300;
export const ALERT_LINES = 3;

// CONST-02: the hourly strip.
export const HOURLY_SLOTS = 8;
/** In hours. */
export const HOURLY_STEP = 3;

// CONST-03: carousels. Widths are the window's, in pixels.
export const CAROUSEL_SLIDES = 3;
export const CAROUSEL_SLIDES_BELOW = [
  { width: 768, slides: 2 },
  { width: 578, slides: 1 },
] as const;
export const CAROUSEL_SPEED_MS = 500;
/** Up to this many items form a plain grid. */
export const CAROUSEL_GRID_UP_TO = 3;

// CONST-04: the team's carousel by maximum window width; the last match applies.
export const TEAM_BREAKPOINTS = [
  { width: 1200, slides: 3, padding: '0px' },
  { width: 992, slides: 2, padding: '40px' },
  { width: 768, slides: 1, padding: '80px' },
  { width: 576, slides: 1, padding: '40px' },
] as const;
/** Fewer than three members are repeated to fill this many slides. */
export const TEAM_MIN_SLIDES = 3;
export const TEAM_REPEATED_TO = 5;

// CONST-05: text lengths.
export const SNAPSHOT_WORD_LIMIT = 30;
export const HOME_POST_WORD_LIMIT = 24;
export const BLOG_POST_WORD_LIMIT = 25;
export const ADMIN_POST_CHARACTERS = 100;
export const FAQ_ANSWER_CHARACTERS = 100;
export const SOCIAL_MESSAGE_CHARACTERS = 95;

// CONST-06: requests.
export const SOCIAL_LIMIT = 10;
export const SEARCH_DEBOUNCE_MS = 500;
export const SEARCH_RESULTS = 5;
export const FORECAST_DAYS = 7;

// CONST-07: the default places.
export const HOME_DEFAULT = defaultPlaces.home;
export const FORECAST_DEFAULT = defaultPlaces.forecast;

// CONST-08: the map. The padding is in pixels.
export const MAP_ZOOM = 12;
export const MAP_FLY_TO_ZOOM = 13;
export const MAP_FIT_PADDING = 50;
export const MAP_FIT_MAX_ZOOM = 13;

// CONST-09: layout pixels.
export const SNAPSHOT_PREVIEW_HEIGHT = 160;
export const NAVBAR_CHANGE_AFTER = 50;
export const SCROLL_TO_TOP_AFTER = 300;
export const SIDEBAR_BREAKPOINT = 768;
export const DRAWER_WIDTH = 280;
export const SPONSOR_MODAL_WIDTH = 600;

// CONST-10: loading placeholders.
export const PLACEHOLDERS = { faqs: 5, posts: 3, sponsors: 3, adminSponsors: 4, team: 3, moderators: 3 } as const;
export const DESIGN_PREVIEW_MAX = 4;

// CONST-11: sponsor designs.
export const SPONSOR_DESIGNS = { bar: '1', circle: '2', grid: '3', crop: '4' } as const;
export const SPONSOR_DESIGN_DEFAULT = SPONSOR_DESIGNS.bar;
