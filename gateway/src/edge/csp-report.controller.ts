/** Route for browsers' reports of violated content security policies, which are logged. */
import { firstCharacters } from '@site/domain/truncate';
import { HttpCode, Inject, Post, Req } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { LOGGER, type Logger } from '@site/platform/base/injection-tokens';
import express, { type Request, type RequestHandler } from 'express';
import { badField } from './http-errors.js';
import { RateLimit } from './rate-limit.guard.js';
import { PublicController } from './routes.js';

/** A large report is an attempt to flood our logs. */
export const cspReportParser: RequestHandler = express.json({
  limit: '8kb',
  type: ['application/csp-report', 'application/reports+json'],
});

const maxValueLength = 200;

/** A directive's name. Older browsers add its sources. @throws 400 for anything else */
function directiveOf(report: Record<string, unknown>): string | undefined {
  const field = report['effective-directive'] === undefined ? 'violated-directive' : 'effective-directive';
  const value = report[field];
  if (value === undefined) return undefined;
  const [name = ''] = typeof value === 'string' ? value.split(' ', 1) : [];
  if (!/^[a-z-]{1,40}$/.test(name)) throw badField(field, `${field} must be the name of a directive`);
  return name;
}

/** @throws 400 if there is anything but printable ASCII, which browsers' addresses consist of */
function addressOf(report: Record<string, unknown>, field: string): string | undefined {
  const value = report[field];
  if (typeof value === 'string' && !/^[\x20-\x7e]*$/.test(value))
    throw badField(field, `${field} must be an address in ASCII`);
  return withoutQuery(value);
}

/** Removes queries and fragments, which may hold tokens. Keywords such as "inline" stay. */
function withoutQuery(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (/^[a-z-]{1,40}$/.test(value)) return value;
  if (!URL.canParse(value)) return undefined;
  const { origin, protocol, pathname } = new URL(value);
  return /^https?:$/.test(protocol) ? firstCharacters(origin + pathname, maxValueLength) : protocol;
}

@PublicController('csp-report', 'health')
export class CspReportController {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  @Post()
  @HttpCode(204)
  @RateLimit('cspReport')
  @ApiOperation({ summary: 'Receives a browser’s report of a content security policy violation.' })
  report(@Req() request: Request): void {
    const body = request.body as { 'csp-report'?: unknown } | undefined;
    const reported = body?.['csp-report'];
    const report = typeof reported === 'object' && reported !== null ? (reported as Record<string, unknown>) : {};
    this.logger.warn(
      {
        directive: directiveOf(report),
        blocked: addressOf(report, 'blocked-uri'),
        page: addressOf(report, 'document-uri'),
      },
      'a browser reported a policy violation',
    );
  }
}
