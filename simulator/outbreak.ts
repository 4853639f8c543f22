/**
 * A tornado outbreak as a timeline in minutes: a warning in Pulaski County that is updated, upgraded to an emergency,
 * extended and canceled; a destructive storm in Faulkner County; a flash flood emergency among eight river floods in
 * Benton County; a statewide message; a watch that is upgraded; and test messages, which must never be shown.
 */
import { capAlert, squareAround } from './cap.js';
import { spanishFlood, spanishTornado } from './spanish-texts.js';

const minuteMs = 60_000;

const counties = { pulaski: '05119', lonoke: '05085', faulkner: '05045', benton: '05007', boone: '05009' } as const;

const hazard = (what: string, source: string, impact: string) =>
  `At 612 PM CST, a storm was located near the county line, moving northeast at 40 mph.\n\nHAZARD...${what}.\n\nSOURCE...${source}.\n\nIMPACT...${impact}.`;

/** Returns the alerts in force at `minutes` after `start`. */
export function outbreakAt(start: Date, minutes: number): unknown[] {
  const at = (offset: number) => new Date(start.getTime() + offset * minuteMs);
  const id = (name: string, revision = 1) => `urn:oid:2.49.0.1.840.0.${start.getTime()}.${name}.00${revision}.1`;
  const features: unknown[] = [];

  // In force for the counties around the warning.
  features.push(
    capAlert({
      id: id('watch'),
      event: 'Tornado Watch',
      sent: at(-120),
      ends: at(240),
      vtec: 'O.NEW.KWNS.TO.A.0501',
      counties: Object.values(counties),
      areaDesc: 'Pulaski, AR; Lonoke, AR; Faulkner, AR; Benton, AR; Boone, AR',
      urgency: 'Future',
      certainty: 'Possible',
      severity: 'Extreme',
      description: 'The National Weather Service has issued a Tornado Watch until late this evening.',
      instruction: null,
      eventCode: { SAME: ['TOA'], NationalWeatherService: ['TOA'] },
    }),
  );

  // Must never be shown.
  features.push(
    capAlert({
      id: id('rwt'),
      event: 'Required Weekly Test',
      sent: at(-5),
      ends: at(55),
      zones: ['ARC000'],
      same: ['005000'],
      eventCode: { SAME: ['RWT'] },
    }),
    capAlert({
      id: id('test'),
      event: 'Tornado Warning',
      status: 'Test',
      sent: at(-5),
      ends: at(55),
      counties: [counties.boone],
      vtec: 'T.NEW.KLZK.TO.W.0099',
    }),
  );

  // Pulaski: NEW, CON, a higher threat, EXT with one more county, CAN.
  const tornado = (revision: number, action: string, sent: number, ends: number, more: object = {}) =>
    capAlert({
      id: id('tornado', revision),
      event: 'Tornado Warning',
      sent: at(sent),
      onset: at(0),
      ends: at(ends),
      vtec: `O.${action}.KLZK.TO.W.0042`,
      counties: [counties.pulaski],
      areaDesc: 'Pulaski, AR',
      references: Array.from({ length: revision - 1 }, (_unused, index) => id('tornado', index + 1)),
      severity: 'Extreme',
      headline: 'Tornado Warning issued by NWS Little Rock AR',
      description: hazard(
        'Tornado',
        'Radar indicated rotation',
        'Flying debris will be dangerous to those caught without shelter',
      ),
      instruction:
        'TAKE COVER NOW! Move to a basement or an interior room on the lowest floor of a sturdy building. Avoid windows.',
      geometry: squareAround(34.77, -92.3),
      eventCode: { SAME: ['TOR'], NationalWeatherService: ['TOW'] },
      spanish: spanishTornado(at(ends)),
      ...more,
      parameters: {
        tornadoDetection: ['RADAR INDICATED'],
        maxHailSize: ['1.00'],
        eventMotionDescription: [`${at(sent).toISOString().slice(0, 19)}-00:00...storm...236DEG...35KT...34.73,-92.41`],
        WEAHandling: ['Imminent Threat'],
        ...(more as { parameters?: object }).parameters,
      },
    });
  const emergency = {
    parameters: {
      NWSheadline: ['TORNADO EMERGENCY FOR LITTLE ROCK'],
      tornadoDetection: ['OBSERVED'],
      tornadoDamageThreat: ['CATASTROPHIC'],
      maxHailSize: ['1.75'],
    },
    description: hazard(
      'Deadly tornado',
      'Weather spotters confirmed tornado',
      'You are in a life-threatening situation',
    ),
  };
  if (minutes >= 30) {
    const cancelled = tornado(5, 'CAN', 30, 45, {
      ...emergency,
      messageType: 'Cancel',
      counties: [counties.pulaski, counties.lonoke],
    });
    if (minutes < 40) features.push(cancelled);
  } else if (minutes >= 20) {
    features.push(
      tornado(4, 'EXT', 20, 45, {
        ...emergency,
        counties: [counties.pulaski, counties.lonoke],
        areaDesc: 'Lonoke, AR; Pulaski, AR',
      }),
    );
  } else if (minutes >= 10) features.push(tornado(3, 'CON', 10, 30, emergency));
  else if (minutes >= 5) features.push(tornado(2, 'CON', 5, 30, { parameters: { tornadoDetection: ['OBSERVED'] } }));
  else if (minutes >= 0) features.push(tornado(1, 'NEW', 0, 30));

  // Faulkner: a destructive storm.
  if (minutes >= 2 && minutes < 35) {
    features.push(
      capAlert({
        id: id('storm'),
        event: 'Severe Thunderstorm Warning',
        sent: at(2),
        ends: at(35),
        vtec: 'O.NEW.KLZK.SV.W.0107',
        counties: [counties.faulkner],
        areaDesc: 'Faulkner, AR',
        geometry: squareAround(35.1, -92.4),
        description: hazard(
          '80 mph wind gusts and baseball size hail',
          'Radar indicated',
          'Flying debris will be dangerous',
        ),
        parameters: {
          thunderstormDamageThreat: ['DESTRUCTIVE'],
          maxHailSize: ['2.75'],
          maxWindGust: ['80 MPH'],
          tornadoDetection: ['POSSIBLE'],
        },
        eventCode: { SAME: ['SVR'], NationalWeatherService: ['SVW'] },
      }),
    );
  }

  // Benton: eight rivers, high for days, and a flash flood emergency.
  for (let river = 1; river <= 8; river += 1) {
    features.push(
      capAlert({
        id: id(`river${river}`),
        event: 'Flood Warning',
        sent: at(-600),
        ...(river > 4 && { ends: at(4_000 + river) }),
        expires: at(600),
        vtec: `O.NEW.KTSA.FL.W.00${10 + river}`,
        counties: [counties.benton],
        areaDesc: 'Benton, AR',
        sender: 'NWS Tulsa OK',
        urgency: 'Expected',
        headline: `Flood Warning for river gauge ${river}`,
        description: `* WHAT...Minor flooding is occurring at gauge ${river}.\n\n* WHERE...Illinois River.\n\n* WHEN...Until further notice.`,
        instruction: 'Turn around, don’t drown when encountering flooded roads.',
        geometry: squareAround(36.33, -94.25, 0.05),
        eventCode: { SAME: ['FLW'], NationalWeatherService: ['FLW'] },
      }),
    );
  }
  if (minutes >= 4 && minutes < 180) {
    features.push(
      capAlert({
        id: id('flash'),
        event: 'Flash Flood Warning',
        sent: at(4),
        ends: at(180),
        vtec: 'O.NEW.KTSA.FF.W.0031',
        counties: [counties.benton],
        areaDesc: 'Benton, AR',
        sender: 'NWS Tulsa OK',
        geometry: squareAround(36.36, -94.2, 0.15),
        description: hazard(
          'Life threatening flash flooding',
          'Emergency management reported',
          'Life threatening flash flooding of creeks and streets',
        ),
        parameters: {
          NWSheadline: ['FLASH FLOOD EMERGENCY FOR BENTONVILLE'],
          flashFloodDetection: ['OBSERVED'],
          flashFloodDamageThreat: ['CATASTROPHIC'],
        },
        eventCode: { SAME: ['FFW'], NationalWeatherService: ['FFW'] },
        spanish: spanishFlood(at(180)),
      }),
    );
  }

  // Statewide, naming no county.
  if (minutes >= 6 && minutes < 60) {
    features.push(
      capAlert({
        id: id('civil'),
        event: 'Civil Emergency Message',
        sent: at(6),
        ends: at(60),
        same: ['005000'],
        zones: ['ARC000'],
        areaDesc: 'Arkansas',
        sender: 'Arkansas Division of Emergency Management',
        severity: 'Extreme',
        certainty: 'Observed',
        description: 'The emergency number 911 is out of service in parts of the state.',
        instruction: 'Call your local police or fire department directly.',
        eventCode: { SAME: ['CEM'], NationalWeatherService: ['CEM'] },
      }),
    );
  }

  // Boone: a winter storm that begins tomorrow; a watch, then upgraded.
  const winter = {
    sent: at(-60),
    onset: at(720),
    ends: at(1_440),
    zones: ['ARZ103', 'ARZ203'],
    same: [],
    areaDesc: 'Boone County Except Southwest; Boone County Higher Elevations',
    urgency: 'Future',
    certainty: 'Likely',
  };
  features.push(
    minutes < 8
      ? capAlert({
          ...winter,
          id: id('winter'),
          event: 'Winter Storm Watch',
          vtec: 'O.NEW.KLZK.WS.A.0003',
          eventCode: { SAME: ['WSA'] },
        })
      : capAlert({
          ...winter,
          sent: at(8),
          id: id('winter', 2),
          references: [id('winter')],
          event: 'Winter Storm Warning',
          vtec: ['O.UPG.KLZK.WS.A.0003', 'O.NEW.KLZK.WS.W.0002'],
          eventCode: { SAME: ['WSW'] },
        }),
  );
  return features;
}
