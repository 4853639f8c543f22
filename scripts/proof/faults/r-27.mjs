import { call, pendingSnapshot } from '../lib/site.mjs';

export const name = 'R-27';
export const title = 'two moderators in parallel';
export const rule =
  'Of fifty decisions about one photo exactly one counts, a header created twice in parallel exists once, and repeated deletes change nothing.';

export async function run(context) {
  const { checks, rows } = context;
  const product = await context.product({ fresh: true });
  const token = await product.signIn();
  for (let round = 0; round < (context.quick ? 2 : 6); round += 1) {
    const { id } = await pendingSnapshot(product, token);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        call(product, n % 3 ? 'POST' : 'GET', `/admin/main/snapshot/${n % 2 ? 'approve' : 'reject'}/${id}`, { token }),
      ),
    );
    const [{ status }] = await product.query('SELECT status FROM submissions.snapshots WHERE id = $1', [id]);
    const audited = await product.query(
      "SELECT action FROM submissions.audit WHERE subject_id = $1 AND action IN ('snapshot.approve', 'snapshot.reject')",
      [id],
    );
    const odd = answers.filter((answer) => ![200, 409, 503].includes(answer.status));
    const winners = answers.filter(
      (answer, n) => answer.status === 200 && (n % 2 ? 'approved' : 'rejected') === status,
    );
    const losers = answers.filter((answer, n) => answer.status === 200 && (n % 2 ? 'approved' : 'rejected') !== status);
    checks.that(odd.length === 0, `answers ${odd.map((answer) => answer.status).join(' ')}`);
    checks.that(audited.length === 1, `${audited.length} decisions were logged`);
    checks.that(
      winners.length > 0 && losers.length === 0,
      `${winners.length} got ${status}, ${losers.length} the opposite`,
    );
    rows.push({
      round: round + 1,
      decided: status,
      'told so': winners.length,
      refused: answers.filter((answer) => answer.status === 409).length,
    });
  }
  for (const [what, multipart] of [['header', { header: 'Two at once' }]]) {
    const { json } = await call(product, 'GET', `/admin/main/${what}`, { token });
    if (json.data) await call(product, 'DELETE', `/admin/main/${what}/${json.data.id}`, { token });
    const made = await Promise.all(
      Array.from({ length: 2 }, (_, n) =>
        call(product, 'POST', `/admin/main/${what}/create`, {
          token,
          multipart: { header: `${multipart.header} ${n}` },
        }),
      ),
    );
    const statuses = made.map(({ status }) => status).sort();
    checks.that(statuses.join() === '201,409', `two ${what}s in parallel: ${statuses.join(' ')}`);
    const id = made.find(({ status }) => status === 201)?.json.data.id;
    const deletes = await Promise.all(
      Array.from({ length: 5 }, () => call(product, 'GET', `/admin/main/${what}/delete/${id}`, { token })),
    );
    checks.that(
      deletes.every(({ status }) => status === 200),
      `five deletes: ${deletes.map(({ status }) => status).join(' ')}`,
    );
    const audited = await product.query('SELECT id FROM content.audit WHERE subject_id = $1 AND action = $2', [
      id,
      `${what}.delete`,
    ]);
    checks.that(audited.length === 1, `${audited.length} deletes were logged`);
  }
}
