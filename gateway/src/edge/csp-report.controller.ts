import { firstCharacters } from '@site/domain/text';
import { HttpCode, Inject, Post, Req } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { LOGGER, type Logger } from '@site/platform/base/tokens';
import express, { type Request, type RequestHandler } from 'express';
import { RateLimit } from './rate-limit.guard.js';
import { PublicController } from './routes.js';

/** A large report is an attempt to flood our logs. */
export const cspReportParser: RequestHandler = express.json({
  limit: '8kb',
  type: ['application/csp-report', 'application/reports+json'],
});

const longestValue = 200;
const cut = (value: unknown) => (typeof value === 'string' ? firstCharacters(value, longestValue) : undefined);

/** Removes queries and fragments, which may hold tokens. Keywords such as "inline" stay. */
function withoutQuery(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (/^[a-z-]{1,40}$/.test(value)) return value;
  if (!URL.canParse(value)) return undefined;
  const { origin, protocol, pathname } = new URL(value);
  return /^https?:$/.test(protocol) ? cut(origin + pathname) : protocol;
}

@PublicController('csp-report', 'health')
export class CspReportController {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  @Post()
  @HttpCode(204)
  @RateLimit('cspReport')
  @ApiOperation({ summary: 'Receives a browser’s report of a content security policy violation.' })
  report(@Req() request: Request): void {
    const body = request.body as { 'csp-report'?: Record<string, unknown> } | undefined;
    const report = body?.['csp-report'] ?? {};
    this.logger.warn(
      {
        directive: cut(report['effective-directive'] ?? report['violated-directive']),
        blocked: withoutQuery(report['blocked-uri']),
        page: withoutQuery(report['document-uri']),
      },
      'a browser reported a policy violation',
    );
  }
}
