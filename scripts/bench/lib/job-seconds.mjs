/**
 * Seconds that the jobs of a queue have spent since the worker started, as its metrics tell: by part, and `job` for all of the
 * named jobs that were done.
 */
export async function jobSeconds(product, queue, job) {
  const text = await product.metrics('worker');
  const found = text.matchAll(new RegExp(`^job_part_seconds_total\\{queue="${queue}",part="(\\w+)"\\} (\\S+)$`, 'gm'));
  const whole = new RegExp(`^job_seconds_sum\\{queue="${queue}",job="${job}",outcome="done"\\} (\\S+)$`, 'm').exec(
    text,
  );
  return {
    ...Object.fromEntries([...found].map(([, part, seconds]) => [part, Number(seconds)])),
    job: Number(whole?.[1] ?? 0),
  };
}
