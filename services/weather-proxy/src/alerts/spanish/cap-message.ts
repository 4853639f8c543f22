/** Reads CAP 1.2 messages, which have a block (`<info>`) per language. */
import { XMLParser } from 'fast-xml-parser';
import { z } from 'zod';

/** What one block says, in its language. Texts are empty if absent. */
export interface CapBlock {
  /** "es-US"; CAP's default is "en-US". */
  language: string;
  event: string;
  /** SAME codes: "TOR". */
  sameCodes: string[];
  /** Milliseconds since 1970 UTC. */
  expires?: number;
  instruction: string;
  /** Of a wireless emergency alert: up to 90 and 360 characters. */
  shortText: string;
  longText: string;
}

const text = z.string().catch('');
const named = z.array(z.object({ valueName: text, value: text }).catch({ valueName: '', value: '' })).catch([]);
const messageSchema = z.object({
  alert: z.object({
    info: z
      .array(
        z.object({
          language: text,
          event: text,
          expires: text,
          instruction: text,
          eventCode: named,
          parameter: named,
        }),
      )
      .max(20),
  }),
});

const parser = new XMLParser({
  ignoreAttributes: true,
  parseTagValue: false,
  removeNSPrefix: true,
  // Decodes numeric references too.
  htmlEntities: true,
  isArray: (name) => ['info', 'parameter', 'eventCode'].includes(name),
});

/**
 * Parses a message. Rejects document types: CAP needs none, and their entities could expand without limit.
 * @throws if it isn't such a message in UTF-8
 */
export function readCap(xml: Uint8Array): CapBlock[] {
  const source = new TextDecoder('utf-8', { fatal: true }).decode(xml);
  if (/<!DOCTYPE/i.test(source)) throw new Error('has a document type');
  const message = messageSchema.parse(parser.parse(source, true));
  return message.alert.info.map(({ language, event, expires, instruction, eventCode, parameter }) => {
    const valueOf = (name: string) => parameter.find(({ valueName }) => valueName === name)?.value ?? '';
    const end = Date.parse(expires);
    return {
      language: language || 'en-US',
      event,
      instruction,
      shortText: valueOf('CMAMtext'),
      longText: valueOf('CMAMlongtext'),
      sameCodes: eventCode.flatMap(({ valueName, value }) => (valueName === 'SAME' && value ? [value] : [])),
      ...(!Number.isNaN(end) && { expires: end }),
    };
  });
}
