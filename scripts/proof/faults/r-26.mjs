import { until } from '../../lib/until.mjs';

export const name = 'R-26';
export const title = 'half a home page';
export const rule =
  'While content or submissions is down, the home page stays complete from cached data, marks the stale part, and keeps the other part fresh.';

export async function run(context) {
  const { checks, rows } = context;
  const product = await context.product({ fresh: true });
  const home = async () => {
    const answer = await fetch(`${product.url}/main/home`);
    const { data, meta } = await answer.json();
    return { status: answer.status, sections: meta.sections, posts: data.posts.length, sponsors: data.sponsors.length };
  };
  const whole = await until('a whole home page', async () => {
    const now = await home();
    return Object.values(now.sections).every((state) => state === 'fresh') && now.posts > 0 && now;
  });
  for (const role of ['content', 'submissions']) {
    const pid = await product.kill(role, 'SIGSTOP');
    const stale = await until(
      `${role} to be marked as stale`,
      async () => {
        const now = await home();
        checks.that(now.status === 200, `${role} away: ${now.status}`);
        return now.sections[role] !== 'fresh' && now;
      },
      { withinMs: 60_000, everyMs: 250 },
    );
    const other = role === 'content' ? 'submissions' : 'content';
    checks.that(stale.sections[role] === 'stale', `${role} is ${stale.sections[role]}`);
    checks.that(
      stale.posts === whole.posts && stale.sponsors === whole.sponsors,
      `${role} down: something is missing from the page`,
    );
    checks.that(stale.sections[other] === 'fresh', `${other} is ${stale.sections[other]} too`);
    process.kill(pid, 'SIGCONT');
    await until(`${role} to be fresh again`, async () => (await home()).sections[role] === 'fresh', {
      withinMs: 60_000,
    });
    rows.push({ away: role, page: '200', said: stale.sections[role], other: stale.sections[other] });
  }
}
