import { cannon } from './lib/autocannon-load.mjs';
import { large, startLargeProduct } from './lib/large-product.mjs';
import { rounds } from './lib/alternating-rounds.mjs';
import { rounded } from '../lib/statistics.mjs';

const maxP95Ms = 50;
/** The last page's time relative to the first; smaller differences are noise. */
const maxSlope = 1.25;

const depths = { 'first page': 0, 'in the middle': 0.5, 'last page': 0.998 };

/** Same format as in services/platform/src/data/keyset.ts. */
const cursorOf = ({ at, id }) => Buffer.from(`${new Date(at).toISOString()}|${id}`).toString('base64url');

export const benchmark = {
  name: 'admin-lists',
  title: `Dashboard lists, keyset pages of 100, with ${large.snapshots.toLocaleString('en-US')} snapshots and ${large.contactMessages.toLocaleString('en-US')} messages`,
  goal: `p95 ≤ ${maxP95Ms} ms, independent of depth`,

  async run(context) {
    const { quick } = context;
    const product = await startLargeProduct(context);
    const headers = { Authorization: `Bearer ${await product.signIn()}`, 'Accept-Encoding': 'br' };
    const lists = {
      snapshots: {
        path: '/admin/main/snapshot?state=approved&limit=100',
        from: "submissions.snapshots WHERE status = 'approved' AND deleted_at IS NULL",
        column: 'decided_at',
        count: large.snapshots,
      },
      'contact messages': {
        path: '/admin/main/contact-us?limit=100',
        from: 'submissions.contact_messages WHERE deleted_at IS NULL',
        column: 'created_at',
        count: large.contactMessages,
      },
    };
    const rows = [];
    for (const [name, { path, from, column, count }] of Object.entries(lists)) {
      const subjects = {};
      for (const [depth, share] of Object.entries(depths)) {
        const [position] = await product.query(
          `SELECT ${column} AS at, id FROM ${from} ORDER BY ${column} DESC, id DESC OFFSET ${Math.floor(count * share)} LIMIT 1`,
        );
        const url = product.url + path + (share > 0 ? `&cursor=${cursorOf(position)}` : '');
        subjects[depth] = () => cannon({ url, request: { headers }, connections: 1, seconds: quick ? 1 : 3 });
      }
      const metrics = await rounds(subjects, quick ? 4 : 8);
      const first = metrics['first page'];
      for (const [depth, { p50Ms, p95Ms, bytes }] of Object.entries(metrics))
        rows.push({
          list: name,
          page: depth,
          'p50 ms': rounded(p50Ms, 1),
          'p95 ms': rounded(p95Ms, 1),
          '× first': rounded(p50Ms / first.p50Ms),
          bytes,
        });
    }
    const p95Ms = Math.max(...rows.map((row) => row['p95 ms']));
    const slope = Math.max(...rows.map((row) => row['× first']));
    return {
      passed: p95Ms <= maxP95Ms && slope <= maxSlope,
      details: { p95Ms, slope },
      rows,
    };
  },
};
