/** Refusals by the mail server for which an operator must act: metric and dependency. */
import { Counter } from 'prom-client';
import { metrics } from '../base/metrics.js';

/** Jobs postponed for this dependency wait for an operator. */
export const mailLogin = 'mail server login';

export const mailRefusals = new Counter({
  name: 'mail_server_refusals_total',
  help: 'Attempts to send that failed because the mail server refuses us and not the recipient, or we its certificate',
  registers: [metrics],
});
