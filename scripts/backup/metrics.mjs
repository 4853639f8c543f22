import { readSetting } from './find-installation.mjs';

/**
 * Pushes a command's result to the Prometheus Pushgateway at PUSHGATEWAY_URL, if set. Earlier values of other metrics
 * of the job remain. A failure is only a warning: the alert rules notice missing and old values.
 * @param {string} job
 * @param {Record<string, number>} metrics gauges
 */
export async function pushMetrics(job, metrics) {
  const address = readSetting('PUSHGATEWAY_URL');
  if (!address) return;
  const body = Object.entries(metrics)
    .map(([name, value]) => `# TYPE ${name} gauge\n${name} ${value}\n`)
    .join('');
  try {
    const url = new URL(`metrics/job/${job}`, `${address.replace(/\/*$/, '')}/`);
    const response = await fetch(url, { method: 'POST', body, signal: AbortSignal.timeout(10_000) });
    if (!response.ok) throw new Error(`it returned ${response.status}`);
  } catch (error) {
    const { cause, message } = /** @type {Error} */ (error);
    const reason = cause instanceof Error ? cause.message : message;
    process.stderr.write(`warning: the metrics couldn't be pushed to PUSHGATEWAY_URL: ${reason}\n`);
  }
}
