import type { LoggerService } from '@nestjs/common';
import { pino, type Logger } from 'pino';
import { currentContext } from './request-context.js';

/**
 * One JSON object a line, with the request id where there is one. Secrets and what visitors typed are never logged: the
 * redaction list below is the second line of defence, not the first.
 */
export function createLogger(options: { name: string; level: string; format: 'json' | 'pretty' }): Logger {
  return pino({
    name: options.name,
    level: options.level,
    timestamp: pino.stdTimeFunctions.isoTime,
    base: { service: options.name },
    mixin: () => currentContext() ?? {},
    redact: {
      paths: ['password', 'token', 'authorization', 'email', '*.password', '*.token', '*.authorization', '*.email'],
      censor: '[redacted]',
    },
    ...(options.format === 'pretty' && {
      transport: {
        target: 'pino-pretty',
        options: {
          colorize: process.env['FORCE_COLOR'] !== '0',
          ignore: 'pid,hostname,service,requestId',
          translateTime: 'SYS:HH:MM:ss',
        },
      },
    }),
  });
}

/** Lets Nest write through pino. Nest's start-up chatter goes to debug. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}
  log(message: unknown, context?: string) {
    this.logger.debug({ context }, String(message));
  }
  warn(message: unknown, context?: string) {
    this.logger.warn({ context }, String(message));
  }
  error(message: unknown, stack?: string, context?: string) {
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
