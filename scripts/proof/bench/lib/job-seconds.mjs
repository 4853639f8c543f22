/** Returns a queue's seconds by part, and under `job` the total of finished jobs with that name. */
export async function jobSeconds(product, queue, job) {
  const text = await product.metrics(queue === 'moderation' ? 'picture-worker' : 'worker');
  const found = text.matchAll(new RegExp(`^job_part_seconds_total\\{queue="${queue}",part="(\\w+)"\\} (\\S+)$`, 'gm'));
  const match = new RegExp(`^job_seconds_sum\\{queue="${queue}",job="${job}",outcome="done"\\} (\\S+)$`, 'm').exec(
    text,
  );
  return {
    ...Object.fromEntries([...found].map(([, part, seconds]) => [part, Number(seconds)])),
    job: Number(match?.[1] ?? 0),
  };
}
