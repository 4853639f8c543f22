import { settingOf } from './find-installation.mjs';

/**
 * Pushes a command's outcome to the Prometheus Pushgateway at PUSHGATEWAY_URL, if set. Earlier values of other metrics
 * of the job remain. A failure is only a warning: the alert rules notice missing and old values.
 * @param {string} job
 * @param {Record<string, number>} metrics gauges
 */
export async function pushMetrics(job, metrics) {
  const address = settingOf('PUSHGATEWAY_URL');
  if (!address) return;
  const body = Object.entries(metrics)
    .map(([name, value]) => `# TYPE ${name} gauge\n${name} ${value}\n`)
    .join('');
  try {
    const url = new URL(`metrics/job/${job}`, `${address.replace(/\/*$/, '')}/`);
    const answer = await fetch(url, { method: 'POST', body, signal: AbortSignal.timeout(10_000) });
    if (!answer.ok) throw new Error(`it returned ${answer.status}`);
  } catch (error) {
    process.stderr.write(
      `warning: the metrics couldn't be pushed to PUSHGATEWAY_URL: ${error.cause?.message ?? error.message}\n`,
    );
  }
}
