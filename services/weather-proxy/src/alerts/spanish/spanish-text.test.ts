import { capAlert, capXml, type SpanishBlock } from '../../../../../simulator/cap.js';
import { spanishFlood, spanishTornado } from '../../../../../simulator/spanish-texts.js';
import { readCap } from './cap-message.js';
import { spanishParameter, spanishTextOf, type EnglishAlert } from './spanish-text.js';

/** 4:30 PM in Arkansas. */
const end = new Date('2026-11-20T22:30:00Z');
const english: EnglishAlert = { event: 'Tornado Warning', eventCodes: ['TOR'], ends: [end.getTime()], passages: [] };

const messageOf = (spanish?: SpanishBlock, parameters: Record<string, string[]> = {}) =>
  capXml(
    capAlert({
      id: 'urn:oid:1',
      event: 'Tornado Warning',
      sent: new Date(end.getTime() - 3_600_000),
      ends: end,
      counties: ['05119'],
      eventCode: { SAME: ['TOR'] },
      parameters,
      ...(spanish && { spanish }),
    }),
  );
const find = (xml: string, alert = english) => spanishTextOf(readCap(Buffer.from(xml)), alert);
const said = (longText: string, more: SpanishBlock = {}) =>
  find(messageOf({ ...more, parameters: { CMAMlongtext: longText } }));
const good = spanishTornado(end).parameters!['CMAMlongtext']!;

describe('the Spanish block of a CAP message', () => {
  it('gives the longest text as sent, without accents', () => {
    expect(good).toContain('hasta las 4:30 PM');
    expect(find(messageOf(spanishTornado(end)))).toEqual({ text: good });
    const { CMAMtext } = spanishTornado(end).parameters!;
    expect(find(messageOf({ parameters: { CMAMtext: CMAMtext! } }))).toEqual({ text: CMAMtext });
    const instruction = 'Busque refugio ahora en un sótano o en un cuarto interior de un edificio seguro.';
    expect(find(messageOf({ instruction }))).toEqual({ text: instruction });
  });

  it('decodes references, and keeps markup as text', () => {
    const xml = messageOf({ parameters: { CMAMlongtext: 'BUSCAR' } });
    const text = 'Busque refugio en un s&#243;tano &amp; en el interior de la casa. &lt;b&gt;Ahora&lt;/b&gt;';
    expect(find(xml.replace('BUSCAR', text))).toEqual({
      text: 'Busque refugio en un sótano & en el interior de la casa. <b>Ahora</b>',
    });
    expect(find(messageOf(spanishTornado(end)).replaceAll(/<(\/?)(?=\w)/g, '<$1cap:'))).toEqual({ text: good });
  });

  it('is absent from most messages', () => {
    expect(find(messageOf())).toBeUndefined();
  });

  it.each([
    ['empty', ''],
    ['empty', '  \n '],
    ['garbled', good.replace('sotano', 's\uFFFDtano')],
    ['garbled', good.replace('sotano', 'sÃ³tano')],
    ['garbled', good.replace('sotano', 's?tano')],
    ['garbled', good.replace('sotano', 's&oacute;tano')],
    ['garbled', good.replace('sotano', '\u202Esotano')],
    ['garbled', good.replace('sotano', 'sotano\u0085')],
    ['too_short', 'Busque refugio.'],
    ['too_long', `${good} `.repeat(20)],
    ['not_spanish', 'NWS: TORNADO WARNING in this area until 4:30 PM CST. Take shelter now in a basement.'],
    ['not_spanish', 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'],
    ['other_event', good.replace('AVISO DE TORNADO', 'AVISO DE INUNDACIONES REPENTINAS')],
    ['other_event', good.replace('AVISO DE TORNADO', 'VIGILANCIA DE TORNADO')],
    ['other_end', good.replace('4:30', '4:00')],
    ['other_end', good.replace('4:30 PM', '4:30 a. m.')],
  ])('is rejected as %s: %s', (reason, text) => {
    expect(said(text)).toEqual({ rejected: reason });
  });

  it('is rejected if its event, code or end contradicts the English block', () => {
    expect(said(good, { event: 'Flash Flood Warning' })).toEqual({ rejected: 'other_event' });
    expect(said(good, { event: 'Aviso de Inundación' })).toEqual({ rejected: 'other_event' });
    expect(said(good, { expires: new Date(end.getTime() + 300_000) })).toEqual({ rejected: 'other_end' });
    expect(said(good, { event: 'Aviso de Tornado', expires: end })).toEqual({ text: good });
    expect(find(messageOf(spanishTornado(end)), { ...english, eventCodes: ['SVR'] })).toEqual({
      rejected: 'other_event',
    });
  });

  it('may name the time of the English alert to phones instead of the event’s end', () => {
    const flood: EnglishAlert = { event: 'Flash Flood Warning', eventCodes: [], ends: [end.getTime()], passages: [] };
    const text = spanishFlood(new Date(end.getTime() - 3_600_000)).parameters!['CMAMlongtext']!;
    const xml = messageOf({ parameters: { CMAMlongtext: text } }).replaceAll('Tornado Warning', 'Flash Flood Warning');
    expect(find(xml, flood)).toEqual({ rejected: 'other_end' });
    expect(find(xml, { ...flood, passages: ['NWS: FLASH FLOOD WARNING this area til 3:30 PM CST.'] })).toEqual({
      text,
    });
  });

  it('may name its event in the singular', () => {
    const flood: EnglishAlert = { event: 'Flash Flood Warning', eventCodes: [], ends: [end.getTime()], passages: [] };
    const text = spanishFlood(end).parameters!['CMAMlongtext']!.replace(
      'INUNDACIONES REPENTINAS',
      'INUNDACIÓN REPENTINA',
    );
    const xml = messageOf({ parameters: { CMAMlongtext: text } }).replaceAll('Tornado Warning', 'Flash Flood Warning');
    expect(find(xml, flood)).toEqual({ text });
    expect(find(xml, { ...flood, event: 'Flood Warning' })).toEqual({ rejected: 'other_event' });
  });
});

describe('an unsafe or broken message', () => {
  it.each([
    ['a document type', messageOf().replace('?>', '?><!DOCTYPE alert [<!ENTITY a "aaaa">]>')],
    ['an unclosed element', messageOf().replace('</info>', '')],
    ['another document', '<html><body>Not found</body></html>'],
    ['no document', 'Not found'],
    ['deep nesting', `${'<a>'.repeat(10_000)}${'</a>'.repeat(10_000)}`],
  ])('with %s is not read', (_case, xml) => {
    expect(() => readCap(Buffer.from(xml))).toThrow();
  });

  it('in another encoding is not read', () => {
    expect(() => readCap(Buffer.from(messageOf({ instruction: 'sótano' }), 'latin1'))).toThrow();
  });
});

describe('the parameters on the list', () => {
  it('may have a Spanish text beside the English one', () => {
    const content = ['NWS: TORNADO WARNING in this area til 4:30 PM CST. Take shelter now.', good];
    expect(spanishParameter({ ...english, passages: content })).toEqual({ text: good });
    expect(spanishParameter({ ...english, passages: content.slice(0, 1) })).toBeUndefined();
    expect(spanishParameter({ ...english, event: 'Flood Warning', passages: content })).toEqual({
      rejected: 'other_event',
    });
  });
});
