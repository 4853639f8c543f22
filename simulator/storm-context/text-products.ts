/**
 * The offices' texts at api.weather.gov, in the form of its OpenAPI document and of real products; the contents are
 * invented.
 */

const offices: Record<string, { town: string; zones: string; names: string }> = {
  LZK: {
    town: 'Little Rock AR',
    zones: 'ARZ004>008-014>017-024-025-030>034-037>047-052>057-062>069-',
    names:
      'Marion-Baxter-Fulton-Sharp-Randolph-Stone-Izard-Independence-\nLawrence-Cleburne-Jackson-Conway-Faulkner-White-Woodruff-Perry-\nGarland-Saline-Pulaski-Lonoke-Prairie-',
  },
  TSA: {
    town: 'Tulsa OK',
    zones: 'ARZ001-002-010-011-019-020-029-',
    names: 'Benton-Carroll-Washington AR-Madison-Crawford-Franklin-Sebastian-',
  },
  MEG: {
    town: 'Memphis TN',
    zones: 'ARZ009-018-026>028-035-036-048-049-058-',
    names: 'Clay-Greene-Craighead-Poinsett-Mississippi-Cross-Crittenden-\nSt. Francis-Lee AR-Phillips-',
  },
  SHV: {
    town: 'Shreveport LA',
    zones: 'ARZ050-051-059>061-070>073-',
    names: 'Sevier-Howard-Little River-Hempstead-Nevada-Miller-Lafayette-\nColumbia-Union-',
  },
  JAN: { town: 'Jackson MS', zones: 'ARZ074-075-', names: 'Ashley-Chicot-' },
};
const types = { HWO: 'Hazardous Weather Outlook', AFD: 'Area Forecast Discussion' } as const;
type ProductType = keyof typeof types;
const wmo = { HWO: 'FLUS44', AFD: 'FXUS64' } as const;

const hourMs = 3_600_000;
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Uses Central Standard Time. */
function formatTimes(ms: number) {
  const local = new Date(ms - 6 * hourMs);
  const day = (ahead: number) => weekdays[(local.getUTCDay() + ahead) % 7] ?? '';
  const hour = local.getUTCHours();
  const time = `${hour % 12 || 12}00 ${hour < 12 ? 'AM' : 'PM'} CST`;
  const date = `${day(0).slice(0, 3)} ${months[local.getUTCMonth()]} ${local.getUTCDate()} ${local.getUTCFullYear()}`;
  return { day, time, line: `${time} ${date}`, stamp: new Date(ms).toISOString().slice(8, 16).replace(/\D/g, '') };
}

const outlook = (office: string, ms: number): string => {
  const { town, zones, names } = offices[office] ?? { town: '', zones: '', names: '' };
  const { line, stamp, day } = formatTimes(ms);
  const until = formatTimes(ms + 24 * hourMs).stamp;
  return `
000
FLUS44 K${office} ${stamp}
HWO${office}

Hazardous Weather Outlook
National Weather Service ${town}
${line}

${zones}${until}-
${names}
${line}

This Hazardous Weather Outlook is for the part of Arkansas that this
office serves.

.DAY ONE...Today and tonight.

Scattered thunderstorms are expected late this afternoon and this
evening. A few storms may become severe with large hail, damaging
winds, and a tornado or two.

Main threats:
- Damaging wind gusts to 60 mph.
- Hail to the size of quarters, mainly along and south of a line
  from Mena to Searcy.
- A brief tornado.

.DAYS TWO THROUGH SEVEN...${day(1)} through ${day(6)}.

Additional thunderstorms are possible on ${day(1)}. Rivers will rise
again, with minor flooding along the Black, Cache, and lower White
Rivers.

.SPOTTER INFORMATION STATEMENT...

Spotter activation may be needed late this afternoon and this evening.

&&

Visit our web page for more information.

$$

57
`;
};

const discussion = (office: string, ms: number): string => {
  const { town } = offices[office] ?? { town: '' };
  const { line, stamp, day } = formatTimes(ms);
  return `
000
FXUS64 K${office} ${stamp}
AFD${office}

Area Forecast Discussion
National Weather Service ${town}
${line}

...New SHORT TERM, LONG TERM, AVIATION...

.KEY MESSAGES...
Issued at ${line}

-A level 2 out of 5 severe weather risk is forecast this afternoon
 and evening across central Arkansas.

-Drier and cooler weather is expected from ${day(2)} on.

&&

.SHORT TERM /This afternoon through ${day(1)}/...
Issued at ${line}

An upper level trough will approach from the Southern Plains today.
Dewpoints in the lower 60s will be in place ahead of a cold front,
with mixed layer CAPE of 1000 to 1500 J/kg and deep layer shear of
45 to 55 knots.

The main limiting factor is early cloud cover.  If it breaks by noon,
a few supercells are possible before storms form a line.

&&

.LONG TERM...(${day(2)} through ${day(6)})
Issued at ${line}

High pressure builds in. No precipitation is expected.

&&

.AVIATION /18Z TAFS/...
VFR conditions will give way to MVFR ceilings after 21Z. TSRA is
possible at all terminals.

&&

.PRELIMINARY POINT TEMPS/POPS...
Batesville AR     48  66  45  67 /  60  70  10   0
Camden AR         51  68  46  69 /  70  70   0   0
Little Rock AR    50  67  46  68 /  70  80  10   0

&&

.${office} WATCHES/WARNINGS/ADVISORIES...
None.
&&

$$

SHORT TERM...57
LONG TERM...65
`;
};

const writers: Record<ProductType, (office: string, ms: number) => string> = { HWO: outlook, AFD: discussion };

/** A text every six hours; the last three are listed. */
const latest = (now: Date) => Math.floor(now.getTime() / (6 * hourMs)) * 6 * hourMs;
const isoOf = (ms: number) => new Date(ms).toISOString().replace('.000Z', '+00:00');

const productOf = (type: ProductType, office: string, ms: number) => ({
  '@id': `https://api.weather.gov/products/sim-${type}-${office}-${ms / 1_000}`,
  id: `sim-${type}-${office}-${ms / 1_000}`,
  wmoCollectiveId: wmo[type],
  issuingOffice: `K${office}`,
  issuanceTime: isoOf(ms),
  productCode: type,
  productName: types[type],
});

/** Returns the list for a kind and office, or one product with its text; undefined at other addresses. */
export function findTextProduct(pathname: string, now: Date): unknown {
  const listed = /^\/products\/types\/(HWO|AFD)\/locations\/([A-Z]{3})$/.exec(pathname);
  const one = /^\/products\/sim-(HWO|AFD)-([A-Z]{3})-(\d{9,11})$/.exec(pathname);
  const [, type, office = '', seconds] = (listed ?? one ?? []) as [string?, ProductType?, string?, string?];
  if (!type || !offices[office]) return undefined;
  if (seconds === undefined) {
    const graph = [0, 1, 2].map((back) => productOf(type, office, latest(now) - back * 6 * hourMs));
    return { '@context': { '@version': '1.1', '@vocab': 'https://api.weather.gov/ontology#' }, '@graph': graph };
  }
  const ms = Number(seconds) * 1_000;
  return { '@context': { '@version': '1.1' }, ...productOf(type, office, ms), productText: writers[type](office, ms) };
}
