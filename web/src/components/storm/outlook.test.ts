import { buildOutlook, buildOutlookDay } from '@/testing/storm-builders.js';
import { formatOutlookDay, isOutlookValid, outlookHeadline } from './outlook.js';

describe("the outlook's headline", () => {
  const inThree = { '05045': 'SLGT', '05119': 'SLGT', '05007': 'MRGL' } as const;

  it('names the highest risk and counts its counties', () => {
    expect(outlookHeadline(buildOutlook(inThree), Date.now())).toMatch(
      /^Severe storm outlook (today|tonight): Slight Risk in 2 counties$/,
    );
  });

  it('is about a county when one is given', () => {
    const benton = { fips: '05007', name: 'Benton County' };
    expect(outlookHeadline(buildOutlook(inThree), Date.now(), benton)).toMatch(/Marginal Risk in Benton County$/);
    const pope = { fips: '05115', name: 'Pope County' };
    expect(outlookHeadline(buildOutlook(inThree), Date.now(), pope)).toBeUndefined();
  });

  it('is absent without a severe storm, without a response, and for an unknown or expired outlook', () => {
    const now = Date.now();
    expect(outlookHeadline(undefined, now)).toBeUndefined();
    expect(outlookHeadline(buildOutlook(), now)).toBeUndefined();
    expect(outlookHeadline(buildOutlook({ '05045': 'TSTM' }), now)).toBeUndefined();
    expect(outlookHeadline(buildOutlook(inThree, { ok: false, reason: 'failed' }), now)).toBeUndefined();
    expect(outlookHeadline(buildOutlook(inThree, { valid_until: null }), now)).toBeUndefined();
    expect(outlookHeadline(buildOutlook(inThree), now + 24 * 3_600_000)).toBeUndefined();
  });
});

describe("an outlook's day", () => {
  it.each([
    ['today', '2026-11-20T12:00:00Z', '2026-11-20T18:00:00Z'],
    // 7 PM.
    ['tonight', '2026-11-20T12:00:00Z', '2026-11-21T01:00:00Z'],
    // 4 AM, still the same night.
    ['tonight', '2026-11-20T12:00:00Z', '2026-11-21T10:00:00Z'],
    // Issued at 1 AM for the coming day.
    ['today', '2026-11-20T12:00:00Z', '2026-11-20T07:00:00Z'],
    ['tomorrow', '2026-11-21T12:00:00Z', '2026-11-20T18:00:00Z'],
    ['Sunday', '2026-11-22T12:00:00Z', '2026-11-20T18:00:00Z'],
  ])('is %s from %s on at %s', (text, from, now) => {
    expect(formatOutlookDay({ valid_from: from }, Date.parse(now))).toBe(text);
  });

  it('is valid until its end, and never without one', () => {
    const day = buildOutlookDay(1, {}, { valid_until: '2026-11-21T12:00:00Z' });
    expect(isOutlookValid(day, Date.parse('2026-11-21T11:59:59Z'))).toBe(true);
    expect(isOutlookValid(day, Date.parse('2026-11-21T12:00:00Z'))).toBe(false);
    expect(isOutlookValid({ ...day, valid_until: 'soon' }, 0)).toBe(false);
  });
});
