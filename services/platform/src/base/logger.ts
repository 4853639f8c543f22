import type { LoggerService } from '@nestjs/common';
import { pino, type DestinationStream, type Logger } from 'pino';
import { onceAMinute } from './outage-log.js';
import { currentContext } from './request-context.js';

const secrets = ['password', 'token', 'authorization', 'email'];
/** Fields that Postgres and TypeORM add to query errors: parameter values and the rejected row. */
const typed = ['parameters', 'detail', 'where', 'driverError.detail', 'driverError.where', 'cause.detail'];
export const redact = {
  paths: [...secrets, ...secrets.map((name) => `*.${name}`), ...typed.map((name) => `err.${name}`)],
  censor: '[redacted]',
};

/**
 * Creates a logger that writes one JSON object per line, with the request id if any. Code never logs secrets or user
 * input; the redaction list is only the second line of defense.
 * @param destination of JSON lines; standard output by default
 */
export function createLogger(
  options: { name: string; level: string; format: 'json' | 'pretty' },
  destination?: DestinationStream,
): Logger {
  const settings = {
    name: options.name,
    level: options.level,
    timestamp: pino.stdTimeFunctions.isoTime,
    base: { service: options.name },
    // A copy: pino adds the line's own fields to it.
    mixin: () => ({ ...currentContext() }),
    redact,
    hooks: { logMethod: onceAMinute() },
  };
  if (options.format === 'json') return pino(settings, destination ?? pino.destination(gathered));
  const transport = {
    target: 'pino-pretty',
    options: {
      colorize: process.env['FORCE_COLOR'] !== '0',
      ignore: 'pid,hostname,service,requestId',
      translateTime: 'SYS:HH:MM:ss',
    },
  };
  return pino({ ...settings, hooks: { ...settings.hooks, streamWrite: escapeForTerminal }, transport });
}

/**
 * Escapes a JSON line so that its texts contain no control characters once parsed, except the line breaks of stack
 * traces: a terminal would obey them.
 */
const escapeForTerminal = (line: string): string =>
  line
    .replaceAll(/\\(?:u[\da-f]{4}|.)/gi, (escape, at: number) =>
      /^\\["\\/]$/.test(escape) || (escape === '\\n' && /^ +at /.test(line.slice(at + 2, at + 20)))
        ? escape
        : `\\${escape}`,
    )
    .replaceAll(/(?!\n$)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
      const hex = character.codePointAt(0)!.toString(16).padStart(4, '0');
      return `\\\\u${hex}`;
    });

/**
 * Flushes a few times a second: a write per line costs a twentieth of the request that it reports. The rest is flushed
 * on exit, unless the process is killed.
 */
const gathered = { sync: false, minLength: 4_096, periodicFlush: 200 };

/** Makes Nest log through pino; its startup messages get level debug. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}
  log(message: unknown, context?: string) {
    this.logger.debug({ context }, String(message));
  }
  warn(message: unknown, context?: string) {
    this.logger.warn({ context }, String(message));
  }
  error(message: unknown, stack?: string, context?: string) {
    // Nest retries; `ServiceModule` logs the reason.
    if (/^Unable to connect to the database\b/.test(String(message))) return this.debug(message, context);
    if (message instanceof Error) this.logger.error({ err: message, context }, message.message);
    else this.logger.error({ context, stack }, String(message));
  }
  debug(message: unknown, context?: string) {
    this.logger.debug({ context }, String(message));
  }
  verbose(message: unknown, context?: string) {
    this.logger.trace({ context }, String(message));
  }
}
