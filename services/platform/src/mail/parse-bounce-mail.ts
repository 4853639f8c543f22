/** Reads bounce messages (RFC 3464) and complaints (RFC 5965). Others, such as automatic replies, are ignored. */
import PostalMime, { type Header } from 'postal-mime';
import { UnreadableReport, type MailReport } from './mail-report.js';

const options = { attachmentEncoding: 'utf8', forceRfc822Attachments: true, maxNestingDepth: 20 } as const;
const complaints = new Set(['abuse', 'fraud', 'opt-out', 'opt-out-list', 'complaint']);

/** Returns none for a message of another kind. @throws UnreadableReport if MIME parsing fails */
export async function parseReportMessage(message: string): Promise<MailReport[]> {
  const mail = await PostalMime.parse(message, options).catch((error: unknown) => {
    throw new UnreadableReport((error as Error).message);
  });
  const contentsOf = (type: RegExp) =>
    mail.attachments.flatMap(({ mimeType, content }) =>
      type.test(mimeType) && typeof content === 'string' ? [content] : [],
    );
  const tokens = [
    ...mail.headers.map(({ value }) => value),
    ...contentsOf(/^(message|text)\//),
    mail.text ?? '',
    mail.html ?? '',
  ];
  const reports: MailReport[] = [];
  for (const content of contentsOf(/^message\/(global-)?feedback-report$/)) {
    const fields = await fieldsOf(content);
    const type = valueOf(fields, 'feedback-type').toLowerCase();
    if (complaints.has(type)) reports.push({ kind: 'complaint', tokens, reason: type });
  }
  for (const content of contentsOf(/^message\/(global-)?delivery-status$/))
    for (const block of content.split(/(?:\r?\n){2,}/)) {
      const report = deliveryReport(await fieldsOf(block));
      if (report) reports.push({ ...report, tokens });
    }
  return reports;
}

/** @returns undefined for the fields of the whole message, and for a delivered mail */
function deliveryReport(fields: readonly Header[]): Pick<MailReport, 'kind' | 'reason'> | undefined {
  const action = valueOf(fields, 'action').toLowerCase();
  if (action !== 'failed' && action !== 'delayed') return undefined;
  const status = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(valueOf(fields, 'status'))?.[0] ?? '';
  const diagnostic = valueOf(fields, 'diagnostic-code').replace(/^\s*[\w-]+\s*;\s*/, '');
  const isComplete = /^\d{3}[ -]+#?\d\.\d{1,3}\.\d/.test(diagnostic);
  const reason = (isComplete ? diagnostic : `${status} ${diagnostic}`).trim();
  const isFinal = action === 'failed' && !/^4/.test(status);
  return { kind: isFinal ? 'bounce' : 'soft-bounce', reason };
}

const fieldsOf = async (block: string): Promise<Header[]> =>
  (await PostalMime.parse(`${block.trim()}\r\n\r\n`, options)).headers;

const valueOf = (fields: readonly Header[], name: string): string =>
  fields.find(({ key }) => key === name)?.value.trim() ?? '';
