/**
 * Bot check: a header says whether the honeypot field was filled in and how long the form was shown. A form that fails
 * gets a normal response but is dropped. Clients without the header aren't suspected.
 */
import { ApiHeader } from '@nestjs/swagger';
import { metrics } from '@site/platform/base/metrics';
import type { IncomingMessage } from 'node:http';
import { Counter } from 'prom-client';
import { badField } from './http-errors.js';

const header = 'X-Form-Check';
/** "<honeypot filled: 0 or 1>;<milliseconds since the form was shown>" */
const pattern = /^([01]);(\d{1,12})$/;
/** Faster than a human could read and fill in a form. */
const minFillMs = 1_500;

const dropped = new Counter({
  name: 'forms_dropped_total',
  help: 'Forms dropped because a bot filled them in, by address',
  labelNames: ['path'],
  registers: [metrics],
});

function parse(request: IncomingMessage): { filled: boolean; elapsedMs: number } | undefined {
  const value = request.headers['x-form-check'];
  if (value === undefined) return undefined;
  const [, filled, elapsedMs] = pattern.exec(String(value).trim()) ?? [];
  if (!filled || !elapsedMs) throw badField(header, `${header} must look like 0;12000`);
  return { filled: filled === '1', elapsedMs: Number(elapsedMs) };
}

/** @throws 400 if the header is malformed */
export const checkFormHeader = (request: IncomingMessage): void => void parse(request);

/**
 * Whether a bot filled in the form. Checked last, so that invalid forms are refused for bots and humans alike.
 * @throws 400 if the header is malformed
 */
export function filledByProgram(request: IncomingMessage & { path: string }): boolean {
  const check = parse(request);
  if (!check || (!check.filled && check.elapsedMs >= minFillMs)) return false;
  dropped.inc({ path: request.path });
  return true;
}

export const DescribeFormCheck = () =>
  ApiHeader({
    name: header,
    required: false,
    description:
      'Sent by pages: whether the hidden field was filled in (0 or 1), a semicolon, and how many milliseconds the form was shown.',
  });
