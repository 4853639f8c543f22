import { createHmac } from 'node:crypto';
import { isSignedByCarrier, readReply } from './parse-reply.js';

it.each(['STOP', 'stop', ' Stop. ', 'QUIT', 'END', 'revoke', 'OPT OUT', 'opt-out', 'Cancel', 'UNSUBSCRIBE', 'stopall'])(
  'stops texts on: %s',
  (text) => {
    expect(readReply(text)).toBe('stop');
  },
);

it.each([
  '\u2068STOP\u2069',
  'STOP\u200b',
  'ＳＴＯＰ',
  'Un\u00adsubscribe',
  'Opt\u00a0out, please',
  'don’t text me again',
])('stops texts on what phones make of it: %j', (text) => {
  expect(readReply(text)).toBe('stop');
});

it.each(['please stop texting me', 'I want to opt out', "don't text me again", 'no more!', 'Remove me'])(
  'stops texts on any reasonable wording: %s',
  (text) => {
    expect(readReply(text)).toBe('stop');
  },
);

it.each(['ALTO', 'Parar', ' cancelar. ', 'BAJA'])('stops texts on the Spanish word: %s', (text) => {
  expect(readReply(text)).toBe('stop');
});

it('explains itself on request, and otherwise continues', () => {
  expect(readReply('help')).toBe('help');
  expect(readReply(' Start. ')).toBe('start');
  expect(readReply('don’t start again, stop')).toBe('stop');
  expect(readReply('thanks')).toBe('other');
});

it('accepts only requests signed by the carrier', () => {
  const url = 'https://weather.example/hooks/sms/inbound';
  const form = { From: '+15015550123', Body: 'STOP' };
  const signature = createHmac('sha1', 'secret').update(`${url}BodySTOPFrom+15015550123`).digest('base64');
  expect(isSignedByCarrier({ url, form, signature }, 'secret')).toBe(true);
  expect(isSignedByCarrier({ url, form: { ...form, Body: 'HI' }, signature }, 'secret')).toBe(false);
  expect(isSignedByCarrier({ url, form, signature: '' }, 'secret')).toBe(false);
});
