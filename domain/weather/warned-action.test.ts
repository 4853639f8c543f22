import { dangerOf } from './danger.js';
import { actionOf, reasonOf, type Directive } from './warned-action.js';

const directive = (changes: Partial<Directive>): Directive => ({
  event: 'Civil Emergency Message',
  instruction: '',
  desc: '',
  headline: `${changes.event ?? 'Civil Emergency Message'} issued by NWS Little Rock AR`,
  nws_headline: '',
  counties: ['05119'],
  statewide: false,
  ...changes,
});

/** https://api.weather.gov/alerts/types, without tests. */
const eventTypes = `
  911 Telephone Outage, Administrative Message, Air Quality Alert, Air Stagnation Advisory,
  Arroyo And Small Stream Flood Advisory, Ashfall Advisory, Ashfall Warning, Avalanche Advisory,
  Avalanche Warning, Avalanche Watch, Beach Hazards Statement, Blizzard Warning, Blizzard Watch,
  Blowing Dust Advisory, Blowing Dust Warning, Blue Alert, Brisk Wind Advisory, Child Abduction Emergency,
  Civil Danger Warning, Civil Emergency Message, Coastal Flood Advisory, Coastal Flood Statement,
  Coastal Flood Warning, Coastal Flood Watch, Cold Weather Advisory, Dense Fog Advisory, Dense Smoke Advisory,
  Dust Advisory, Dust Storm Warning, Earthquake Warning, Evacuation - Immediate, Excessive Heat Warning,
  Excessive Heat Watch, Extreme Cold Warning, Extreme Cold Watch, Extreme Fire Danger, Extreme Heat Warning,
  Extreme Heat Watch, Extreme Wind Warning, Fire Warning, Fire Weather Watch, Flash Flood Statement,
  Flash Flood Warning, Flash Flood Watch, Flood Advisory, Flood Statement, Flood Warning, Flood Watch,
  Freeze Warning, Freeze Watch, Freezing Fog Advisory, Freezing Rain Advisory, Freezing Spray Advisory,
  Frost Advisory, Gale Warning, Gale Watch, Hard Freeze Warning, Hard Freeze Watch, Hazardous Materials Warning,
  Hazardous Seas Warning, Hazardous Seas Watch, Hazardous Weather Outlook, Heat Advisory,
  Heavy Freezing Spray Warning, Heavy Freezing Spray Watch, High Surf Advisory, High Surf Warning,
  High Wind Warning, High Wind Watch, Hurricane Force Wind Warning, Hurricane Force Wind Watch,
  Hurricane Local Statement, Hurricane Warning, Hurricane Watch, Hydrologic Advisory, Hydrologic Outlook,
  Ice Storm Warning, Lake Effect Snow Advisory, Lake Effect Snow Warning, Lake Effect Snow Watch,
  Lake Wind Advisory, Lakeshore Flood Advisory, Lakeshore Flood Statement, Lakeshore Flood Warning,
  Lakeshore Flood Watch, Law Enforcement Warning, Local Area Emergency, Low Water Advisory,
  Marine Weather Statement, Nuclear Power Plant Warning, Radiological Hazard Warning, Red Flag Warning,
  Rip Current Statement, Severe Thunderstorm Warning, Severe Thunderstorm Watch, Severe Weather Statement,
  Shelter In Place Warning, Short Term Forecast, Small Craft Advisory, Small Craft Advisory For Hazardous Seas,
  Small Craft Advisory For Rough Bar, Small Craft Advisory For Winds, Small Stream Flood Advisory,
  Snow Squall Warning, Special Marine Warning, Special Weather Statement, Storm Surge Warning, Storm Surge Watch,
  Storm Warning, Storm Watch, Tornado Warning, Tornado Watch, Tropical Cyclone Local Statement,
  Tropical Depression Local Statement, Tropical Storm Local Statement, Tropical Storm Warning,
  Tropical Storm Watch, Tsunami Advisory, Tsunami Warning, Tsunami Watch, Typhoon Local Statement,
  Typhoon Warning, Typhoon Watch, Urban And Small Stream Flood Advisory, Volcano Warning, Wind Advisory,
  Wind Chill Advisory, Wind Chill Warning, Wind Chill Watch, Winter Storm Warning, Winter Storm Watch,
  Winter Weather Advisory`
  .split(',')
  .map((name) => name.replace(/\s+/g, ' ').trim());

describe('each type of event', () => {
  it('has an action, even without an instruction', () => {
    expect(new Set(eventTypes).size).toBe(eventTypes.length);
    const warnings = eventTypes.filter((event) => dangerOf({ event, severity: 'Severe' }).level === 'warning');
    expect(warnings.length).toBeGreaterThan(45);
    expect(warnings.filter((event) => actionOf(directive({ event })).startsWith('Read the full alert'))).toEqual([]);
  });

  it('has a reason where its name gives none', () => {
    const desc = 'A train with chlorine has derailed in Mena.';
    const withReason = eventTypes.filter((event) => reasonOf(directive({ event, desc })) === desc);
    expect(withReason).toEqual([
      '911 Telephone Outage',
      'Administrative Message',
      'Blue Alert',
      'Child Abduction Emergency',
      'Civil Danger Warning',
      'Civil Emergency Message',
      'Evacuation - Immediate',
      'Hazardous Materials Warning',
      'Law Enforcement Warning',
      'Local Area Emergency',
      'Nuclear Power Plant Warning',
      'Radiological Hazard Warning',
      'Shelter In Place Warning',
    ]);
  });
});

/** Instructions of the national recordings. */
it.each([
  [
    'Flash Flood Warning',
    'Move to higher ground now! This is an extremely dangerous situation.',
    'Move to higher ground now!',
  ],
  [
    'Severe Thunderstorm Warning',
    'Remain alert for a possible tornado! Tornadoes can develop quickly. If you spot a tornado go at once into the\nbasement.\n\nFor your protection move to an interior room on the lowest floor of a\nbuilding.',
    'For your protection move to an interior room on the lowest floor of a building.',
  ],
  [
    'Flood Warning',
    "Please report observed flooding to law\nenforcement when you can do so safely.\n\nTurn around, don't drown.",
    "Turn around, don't drown.",
  ],
  [
    'Red Flag Warning',
    'A Red Flag Warning means that fires spread. Listen for later forecasts.',
    'Do not burn anything outdoors.',
  ],
  ['Blizzard Warning', 'A Blizzard Warning means severe winter weather conditions are expected.', 'Avoid travel.'],
  ['High Wind Warning', 'Be prepared for strong winds.', 'Be prepared for strong winds.'],
  [
    'Special Marine Warning',
    'Move to safe harbor until hazardous weather passes.',
    'Move to safe harbor until hazardous weather passes.',
  ],
  ['Heavy Freezing Spray Warning', '', 'Stay in a safe harbor, or return to one.'],
  [
    'Special Weather Statement',
    'If outdoors, consider seeking shelter inside a building.',
    'Read the full alert for what to do.',
  ],
])('finds the action of a %s', (event, instruction, action) => {
  expect(actionOf(directive({ event, instruction }))).toBe(action);
});

it('gives the reason of a civil emergency, and the action from its text if the instruction has none', () => {
  const flood = directive({
    desc: 'Medina County advises DHanis residents the Seco is rising rapidly. Those in flood-prone areas are asked to move to higher ground immediately.',
    instruction: 'For shelter information, please contact Emergency Management at 830-455-0129.',
  });
  expect(reasonOf(flood)).toBe('Medina County advises DHanis residents the Seco is rising rapidly.');
  expect(actionOf(flood)).toBe('Those in flood-prone areas are asked to move to higher ground immediately.');
});

it('says where 911 is down, and nothing of the kind once it works again', () => {
  const outage = { desc: 'The emergency number 911 is out of service in parts of the state.' };
  const instruction = 'Call your local police or fire department directly.';
  const statewide = directive({ ...outage, instruction, counties: [], statewide: true });
  expect(`${reasonOf(statewide)} ${actionOf(statewide)}`).toBe(
    '911 is down in parts of Arkansas. Call your local police or fire department directly.',
  );
  expect(reasonOf(directive(outage))).toBe('911 is down in parts of Pulaski County.');
  for (const desc of ['911 service is currently down.', 'A 911 telephone outage affects the county.'])
    expect(reasonOf(directive({ desc }))).toBe('911 is down in parts of Pulaski County.');
  for (const desc of ['Trees and lines are down, call 911 in an emergency.', 'Call 911 if power lines are down.'])
    expect(reasonOf(directive({ desc })) ?? '').not.toContain('911 is down');
  const over = 'The 911 outage is over. Service has been restored.';
  expect(reasonOf(directive({ desc: over }))).toBe('The 911 outage is over.');
});

it('skips boilerplate and labels, and uses the headline without a text', () => {
  const desc =
    'The following message is transmitted at the request of the Polk County Sheriff.\n\n* WHAT...A gas leak near Mena\nHigh School.\n\n* WHERE...Mena.';
  expect(reasonOf(directive({ desc }))).toBe('A gas leak near Mena High School.');
  expect(reasonOf(directive({ headline: 'Rapid Rising Water on Seco Creek' }))).toBe(
    'Rapid Rising Water on Seco Creek.',
  );
  expect(reasonOf(directive({}))).toBeUndefined();
  expect(reasonOf(directive({ desc: `${'very '.repeat(60)}long.` }))).toMatch(/^(very )+very…$/);
});

it('gives no reason where the name says it', () => {
  expect(reasonOf(directive({ event: 'Tornado Warning', desc: 'A tornado is near Mena.' }))).toBeUndefined();
});
