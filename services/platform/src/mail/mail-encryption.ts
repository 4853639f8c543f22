/** Checks whether mail to the server is encrypted. */
import { connect as connectPlain, type Socket } from 'node:net';
import type { Logger } from '../base/injection-tokens.js';

const timeoutMs = 10_000;
const recheckIntervalMs = 60_000;

/**
 * Returns whether a mail server offers STARTTLS in its response to EHLO (RFC 3207).
 * @throws Error when it can't be reached or isn't a mail server
 */
export async function offersStartTls(host: string, port: number): Promise<boolean> {
  const socket = connectPlain({ host, port });
  socket.setTimeout(timeoutMs, () => socket.destroy(new Error('timeout')));
  try {
    await responseOf(socket);
    socket.write('EHLO localhost\r\n');
    const features = await responseOf(socket);
    socket.end('QUIT\r\n');
    return /^250[- ]STARTTLS\b/im.test(features);
  } finally {
    socket.destroySoon();
  }
}

/** Reads one response, which may have several lines. */
async function responseOf(socket: Socket): Promise<string> {
  let text = '';
  const lastLine = /^(\d{3}) .*\r?\n$/m;
  while (!lastLine.test(text))
    text += await new Promise<string>((resolve, reject) => {
      const settle = () =>
        socket.removeListener('data', onData).removeListener('error', onError).removeListener('close', onClose);
      const onData = (bytes: Buffer) => {
        settle();
        resolve(bytes.toString('latin1'));
      };
      const onError = (error: Error) => {
        settle();
        reject(error);
      };
      const onClose = () => onError(new Error('the connection was closed'));
      socket.once('data', onData).once('error', onError).once('close', onClose);
    });
  if (!text.startsWith('2')) throw new Error(text.split('\n', 1)[0]);
  return text;
}

/**
 * Warns once if mail to the server at `smtpUrl` isn't encrypted. While the server can't be reached, tries again every
 * minute.
 * @returns stops trying
 */
export function warnWithoutTls(smtpUrl: string | undefined, logger: Logger): () => void {
  if (!smtpUrl?.startsWith('smtp:')) return () => undefined;
  const { hostname, port } = new URL(smtpUrl);
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const check = async () => {
    try {
      if (await offersStartTls(hostname.replace(/^\[|\]$/g, ''), Number(port || 587))) return;
      logger.warn(
        { host: hostname },
        'the mail server offers no STARTTLS: mail and the links in it are sent unencrypted. Use smtps:// or another server',
      );
    } catch {
      // The first mail reports why it can't be reached.
      if (!stopped) timer = setTimeout(() => void check(), recheckIntervalMs).unref();
    }
  };
  void check();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
