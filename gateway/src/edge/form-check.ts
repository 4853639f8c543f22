import { ApiHeader } from '@nestjs/swagger';
import { metrics } from '@site/platform/base/metrics';
import type { IncomingMessage } from 'node:http';
import { Counter } from 'prom-client';
import { badField } from './failures.js';

/**
 * Against programs that fill in forms: the page says in a header whether the field that people cannot see was filled in, and
 * how long the form was shown. A form that fails is answered like any other and dropped, so that its sender learns nothing.
 * Clients that send no header are not suspected; the rate limits apply to them.
 */

const header = 'X-Form-Check';
/** "<hidden field filled: 0 or 1>;<milliseconds since the form was shown>" */
const pattern = /^([01]);(\d{1,12})$/;
/** Nobody reads, fills in and sends a form faster. */
const leastMs = 1_500;

const dropped = new Counter({
  name: 'forms_dropped_total',
  help: 'Forms that a program had filled in, by address',
  labelNames: ['path'],
  registers: [metrics],
});

function parse(request: IncomingMessage): { filled: boolean; shownMs: number } | undefined {
  const value = request.headers['x-form-check'];
  if (value === undefined) return undefined;
  const [, filled, shownMs] = pattern.exec(String(value).trim()) ?? [];
  if (!filled || !shownMs) throw badField(header, `${header} must look like 0;12000`);
  return { filled: filled === '1', shownMs: Number(shownMs) };
}

/** @throws 400 when the header is there and cannot be read */
export const checkFormHeader = (request: IncomingMessage): void => void parse(request);

/**
 * Whether a program filled in the form. Asked last: a form with faults is refused, whoever filled it in.
 * @throws 400 when the header is there and cannot be read
 */
export function filledByProgram(request: IncomingMessage & { path: string }): boolean {
  const check = parse(request);
  if (!check || (!check.filled && check.shownMs >= leastMs)) return false;
  dropped.inc({ path: request.path });
  return true;
}

/** Documents the header. */
export const DescribeFormCheck = () =>
  ApiHeader({
    name: header,
    required: false,
    description:
      'From a page: whether the hidden field was filled (0 or 1), a semicolon, and for how many milliseconds the form was shown.',
  });
