import { declares } from './declarations.js';

const tornado = (...content: (string | undefined)[]) => declares('TORNADO EMERGENCY', content);
const pds = (...content: string[]) => declares('PARTICULARLY DANGEROUS SITUATION', content);

describe('a text declares an emergency', () => {
  it.each([
    'TORNADO EMERGENCY FOR LITTLE ROCK',
    '...TORNADO EMERGENCY FOR MENA...',
    '...TORNADO EMERGENCY FOR NORTH LITTLE ROCK, SHERWOOD\nAND JACKSONVILLE...',
    'TORNADO\nEMERGENCY for Mena. TAKE COVER NOW!',
    'TORNADO EMERGENCY for St. Charles until 615 PM CST.',
    'At 612 PM CST, a confirmed tornado was near Mena, moving\nnortheast at 45 mph.\n\nThis is a TORNADO\nEMERGENCY for Mena. TAKE COVER NOW!',
    'THIS IS NOW A RARE TORNADO EMERGENCY!',
    'Take cover now -- TORNADO EMERGENCY for Mena -- this is deadly.',
    '...A TORNADO EMERGENCY REMAINS IN EFFECT FOR MENA UNTIL 615 PM CST...',
    'THIS IS STILL A TORNADO EMERGENCY FOR MENA.',
    'THE TORNADO EMERGENCY FOR MENA REMAINS IN EFFECT UNTIL 615 PM CST.',
    'A TORNADO EMERGENCY CONTINUES FOR MENA.',
    'The National Weather Service in Little Rock has issued a TORNADO EMERGENCY for Mena.',
    'THIS WARNING HAS BEEN UPGRADED TO A TORNADO EMERGENCY.',
    '* TORNADO EMERGENCY for Mena.\n\n* The tornado warning for Scott County has been cancelled.',
    '...TORNADO EMERGENCY FOR MENA...\n...THE TORNADO WARNING FOR SCOTT COUNTY HAS BEEN CANCELLED...',
    'TORNADO EMERGENCY FOR MENA\nTHE TORNADO WARNING FOR SCOTT COUNTY HAS EXPIRED.',
    'TORNADO EMERGENCY FOR HATFIELD. THE TORNADO EMERGENCY FOR MENA HAS BEEN CANCELED.',
    'TORNADO EMERGENCY FOR MENA\nAT 612 PM A TORNADO IS OVER MENA',
  ])('%j', (text) => {
    expect(tornado(text)).toBe(true);
    expect(tornado(undefined, text.toLowerCase())).toBe(true);
  });
});

describe('a text that ends or rules out an emergency declares none', () => {
  it.each([
    'THE TORNADO EMERGENCY FOR MENA HAS BEEN CANCELLED',
    '...THE TORNADO EMERGENCY FOR MENA HAS BEEN CANCELED...',
    '...TORNADO EMERGENCY FOR MENA HAS ENDED...',
    '...TORNADO EMERGENCY FOR MENA...\nHAS BEEN CANCELLED',
    'THE TORNADO EMERGENCY FOR MENA...IN POLK COUNTY...IS CANCELLED.',
    'TORNADO EMERGENCY FOR ST. CHARLES HAS EXPIRED.',
    'The Tornado Emergency for the city of Mena and surrounding areas is no\nlonger in effect.',
    'This is no longer a TORNADO EMERGENCY.',
    'THE TORNADO EMERGENCY\nWAS CANCELLED AT 610 PM.',
    'TORNADO EMERGENCY CANCELLED',
    'TORNADO EMERGENCY FOR MENA. THE EMERGENCY HAS BEEN CANCELLED.',
    '...TORNADO EMERGENCY FOR MENA, HATFIELD, AND\nCOVE IS CANCELLED...',
    'TORNADO EMERGENCY FOR MENA IS NOW A TORNADO WARNING.',
    'The Tornado Emergency previously issued for Mena has\nbeen canceled.',
    'The threat has ended, so the tornado emergency has been dropped.',
    'The Tornado Emergency for Mena is over.',
    'This tornado emergency\nhas been replaced by a tornado warning.',
    'TORNADO EMERGENCY IS NOT IN EFFECT',
    'A tornado emergency is not\nin effect.',
    'The Tornado Emergency that was in effect for Mena has ended.',
    'NO LONGER A TORNADO EMERGENCY',
    'Forecasters will not issue a tornado emergency.',
    'The tornado emergency has been allowed to expire.',
    'The tornado emergency was downgraded to a tornado warning.',
    'This warning was downgraded from a TORNADO EMERGENCY.',
    'The weather service has cancelled the TORNADO EMERGENCY for Mena.',
    'THERE IS NO TORNADO EMERGENCY.',
    'No\ntornado emergency is in effect.',
    'This is not a tornado emergency.',
    'A TORNADO EMERGENCY WAS IN EFFECT EARLIER.',
    'A tornado emergency may be issued.',
    'If a TORNADO EMERGENCY is declared, take cover.',
    'Tornado emergency criteria are not met.',
    'A tornado remains possible.',
    '',
  ])('%j', (text) => {
    expect(tornado(text)).toBe(false);
    expect(tornado(text.toUpperCase(), 'Take cover.')).toBe(false);
  });

  it('also if another of its texts still has the declaration', () => {
    expect(tornado('TORNADO EMERGENCY FOR MENA', 'The tornado emergency for\nMena has been cancelled.')).toBe(false);
    expect(tornado('THE TORNADO EMERGENCY IS CANCELLED', 'This is a TORNADO EMERGENCY for Mena.')).toBe(false);
    expect(tornado('TORNADO EMERGENCY FOR HATFIELD', 'The tornado emergency for Mena has ended.')).toBe(true);
  });
});

it.each([
  ['THIS IS A PARTICULARLY DANGEROUS SITUATION', true],
  ['* WHAT...Ice up to two inches. This is a PARTICULARLY\n  DANGEROUS SITUATION.', true],
  ['* IMPACTS...THIS IS A PARTICULARLY DANGEROUS SITUATION.', true],
  ['...THIS IS A PARTICULARLY DANGEROUS SITUATION (PDS) FOR RED FLAG CONDITIONS...', true],
  ['...PARTICULARLY DANGEROUS SITUATION RED FLAG WARNING IN EFFECT UNTIL 6 PM...', true],
  ['THIS REMAINS A PARTICULARLY DANGEROUS SITUATION!', true],
  ['THIS IS NO LONGER A PARTICULARLY DANGEROUS SITUATION', false],
  ['THIS IS NOT A PARTICULARLY DANGEROUS\nSITUATION', false],
  ['THE PARTICULARLY DANGEROUS SITUATION HAS ENDED.', false],
  ['A particularly dangerous situation could develop.', false],
])('finds a particularly dangerous situation: %j is %s', (text, isDeclared) => {
  expect(pds(text)).toBe(isDeclared);
});
