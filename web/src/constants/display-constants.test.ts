import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { mapSettings } from '../components/map/map-settings.js';
import * as constants from './display-constants.js';

/** The specification's numbers, and the code outside the module that duplicates them. */

const source = (path: string) => readFileSync(resolve('web/src', path), 'utf8');

describe('the numbers of the specification', () => {
  it('CONST-01: alerts rotate every 5000 ms, fade for 300 ms, show 3 lines', () => {
    expect([constants.ALERT_ROTATE_MS, constants.ALERT_FADE_MS, constants.ALERT_LINES]).toEqual([5000, 300, 3]);
    expect(source('features/public/home/banner/rotating-alerts.tsx')).toContain(`line-clamp-${constants.ALERT_LINES}`);
  });

  it('CONST-02: the strip has 8 slots, 3 hours apart', () => {
    expect([constants.HOURLY_SLOTS, constants.HOURLY_STEP]).toEqual([8, 3]);
  });

  it('CONST-03: carousels show 3 slides, 2 below 768, 1 below 578, and move in 500 ms', () => {
    expect(constants.CAROUSEL_SLIDES).toBe(3);
    expect(constants.CAROUSEL_SLIDES_BELOW).toEqual([
      { width: 768, slides: 2 },
      { width: 578, slides: 1 },
    ]);
    expect(constants.CAROUSEL_SPEED_MS).toBe(500);
    expect(constants.CAROUSEL_GRID_UP_TO).toBe(3);
    // The grid that replaces a carousel uses the style sheet's breakpoints.
    const [small, phone] = constants.CAROUSEL_SLIDES_BELOW;
    expect(source('styles.css')).toContain(`--breakpoint-md: ${small.width / 16}rem;`);
    expect(source('styles.css')).toContain(`--breakpoint-sm: ${phone.width / 16}rem;`);
  });

  it('CONST-04: the team shows 3 slides up to 1200, 2 up to 992, 1 up to 768 and 576, with their paddings', () => {
    expect(constants.TEAM_BREAKPOINTS.map(({ width, slides }) => [width, slides])).toEqual([
      [1200, 3],
      [992, 2],
      [768, 1],
      [576, 1],
    ]);
    expect(constants.TEAM_BREAKPOINTS.slice(1).map(({ padding }) => padding)).toEqual(['40px', '80px', '40px']);
    expect([constants.TEAM_MIN_SLIDES, constants.TEAM_REPEATED_TO]).toEqual([3, 5]);
  });

  it('CONST-05: texts are truncated at 30, 24 and 25 words, and at 100, 100 and 95 characters', () => {
    expect([constants.SNAPSHOT_WORD_LIMIT, constants.HOME_POST_WORD_LIMIT, constants.BLOG_POST_WORD_LIMIT]).toEqual([
      30, 24, 25,
    ]);
    expect([
      constants.ADMIN_POST_CHARACTERS,
      constants.FAQ_ANSWER_CHARACTERS,
      constants.SOCIAL_MESSAGE_CHARACTERS,
    ]).toEqual([100, 100, 95]);
  });

  it('CONST-06: 10 social posts, a search after 500 ms with 5 results, 7 days', () => {
    expect([constants.SOCIAL_LIMIT, constants.SEARCH_DEBOUNCE_MS, constants.SEARCH_RESULTS]).toEqual([10, 500, 5]);
    expect(constants.FORECAST_DAYS).toBe(7);
  });

  it('CONST-07: the two default places', () => {
    expect(constants.HOME_DEFAULT).toEqual({ lat: 35.201, lon: -91.8318 });
    expect(constants.FORECAST_DEFAULT).toEqual({ lat: 34.9697, lon: -92.3731, name: 'Arkansas, USA' });
  });

  it('CONST-08: the map opens at zoom 12, flies to 13, fits with 50 pixels and at most 13', () => {
    expect([constants.MAP_ZOOM, constants.MAP_FLY_TO_ZOOM]).toEqual([12, 13]);
    expect([constants.MAP_FIT_PADDING, constants.MAP_FIT_MAX_ZOOM]).toEqual([50, 13]);
    expect(mapSettings).toMatchObject({
      initialZoom: constants.MAP_ZOOM,
      flyToZoom: constants.MAP_FLY_TO_ZOOM,
      fitPadding: constants.MAP_FIT_PADDING,
      fitMaxZoom: constants.MAP_FIT_MAX_ZOOM,
    });
  });

  it('CONST-09: layout pixels', () => {
    expect(constants.SNAPSHOT_PREVIEW_HEIGHT).toBe(160);
    // A step of Tailwind's scale is 4 pixels.
    expect(source('ui/forms/image-picker.tsx')).toContain(`flex h-${constants.SNAPSHOT_PREVIEW_HEIGHT / 4} `);
    expect([constants.NAVBAR_CHANGE_AFTER, constants.SCROLL_TO_TOP_AFTER]).toEqual([50, 300]);
    expect([constants.SIDEBAR_BREAKPOINT, constants.DRAWER_WIDTH]).toEqual([768, 280]);
    expect(source('shell/dashboard/dashboard-layout.tsx')).toContain(`w-[${constants.DRAWER_WIDTH}px]`);
    expect(constants.SPONSOR_MODAL_WIDTH).toBe(600);
    expect(source('ui/dialogs/dialog.tsx')).toContain(`max-w-[${constants.SPONSOR_MODAL_WIDTH}px]`);
    expect(source('styles.css')).toContain(`--breakpoint-md: ${constants.SIDEBAR_BREAKPOINT / 16}rem;`);
  });

  it('CONST-10: numbers of placeholders', () => {
    expect(constants.PLACEHOLDERS).toEqual({
      faqs: 5,
      posts: 3,
      sponsors: 3,
      adminSponsors: 4,
      team: 3,
      moderators: 3,
    });
    expect(constants.DESIGN_PREVIEW_MAX).toBe(4);
  });

  it('CONST-11: the designs by number, bar by default', () => {
    expect(constants.SPONSOR_DESIGNS).toEqual({ bar: '1', circle: '2', grid: '3', crop: '4' });
    expect(constants.SPONSOR_DESIGN_DEFAULT).toBe('1');
  });
});
