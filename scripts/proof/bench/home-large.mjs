import { cannon } from './lib/autocannon-load.mjs';
import { startColdGateway } from './lib/second-gateway.mjs';
import { fillPosts, fillSnapshots, large, startLargeProduct } from './lib/large-product.mjs';
import { rounds } from './lib/alternating-rounds.mjs';
import { rounded } from '../lib/statistics.mjs';

const allowedRatio = 1.2;
/** Enough that the middle row is not on the first page, which the gateway serves from memory. */
const few = 300;
const read = { headers: { 'Accept-Encoding': 'br' } };

/** The public reads that reach the services, each for rows from the middle of a table. */
async function reads(product, coldUrl, count) {
  const page = async (path) => (await (await fetch(product.url + path)).json()).next_cursor;
  const one = async (table, order) =>
    (await product.query(`SELECT id FROM ${table} ORDER BY ${order} DESC OFFSET ${count / 2} LIMIT 1`))[0].id;
  const [snapshots, posts] = await Promise.all([page('/main/snapshots?limit=50'), page('/main/post?limit=50')]);
  return {
    'home, cold': `${coldUrl}/main/home`,
    'snapshots, second page': `${product.url}/main/snapshots?limit=40&cursor=${snapshots}`,
    'posts, second page': `${product.url}/main/post?limit=40&cursor=${posts}`,
    'one snapshot': `${product.url}/main/snapshot/${await one('submissions.snapshots', 'decided_at')}`,
    'one post': `${product.url}/main/post/${await one('content.posts', 'created_at')}`,
  };
}

/** Reads all pages and lists, so that the database has recorded every read statement. */
async function readEverything({ product, coldUrl }) {
  const token = await product.signIn();
  const get = async (url, headers = {}) => {
    const response = await fetch(url, { headers });
    const text = await response.text();
    if (!response.ok) throw new Error(`${url} was answered ${response.status}: ${text.slice(0, 200)}`);
    return text;
  };
  const paths = ['/', '/blogs', '/snapshots', '/feed.xml', '/sitemap.xml', '/main/teams', '/main/faqs', '/main/keys'];
  const lists = ['/main/post?limit=30', '/main/snapshots?limit=30'];
  for (const path of [...paths, ...lists]) await get(product.url + path);
  await get(`${coldUrl}/main/home`);
  for (const name of ['snapshot', 'post', 'sponsor', 'contact-us', 'faqs', 'team', 'audit', 'trash'])
    await get(`${product.url}/admin/main/${name}`, { Authorization: `Bearer ${token}` });
}

/** Returns the counting statements caused by reading everything once. */
async function countsOf({ product, coldUrl }) {
  // The worker counts rows for its digests, which is not part of any read.
  return product.withoutWorkers(async () => {
    await product.query('SELECT pg_stat_statements_reset()');
    await readEverything({ product, coldUrl });
    return product.query(
      `SELECT query FROM pg_stat_statements
       WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
         AND query ~* '\\mcount\\s*\\(' AND query ~* '\\m(snapshots|posts|pictures|sponsors|contact_messages|newsletter_subscribers)\\M'
         AND query !~ 'pg_stat_statements'`,
    );
  });
}

export const benchmark = {
  name: 'home-large',
  title: `Public reads with ${large.snapshots.toLocaleString('en-US')} approved snapshots and ${large.posts.toLocaleString('en-US')} posts, compared with ${few} each`,
  goal: `≤ ${allowedRatio} × the latency, no exact count`,

  async run(context) {
    const { quick, product, defer } = context;
    const small = await product();
    await fillSnapshots(small, few);
    await fillPosts(small, few);
    const big = await startLargeProduct(context);
    const coldUrls = { small: await startColdGateway(small, defer), big: await startColdGateway(big, defer) };
    const counts = await countsOf({ product: big, coldUrl: coldUrls.big });

    const ofSmall = await reads(small, coldUrls.small, few);
    const ofBig = await reads(big, coldUrls.big, large.posts);
    const rows = [];
    for (const name of Object.keys(ofSmall)) {
      const subject =
        (url, seconds = quick ? 0.7 : 2) =>
        () =>
          cannon({ url, request: read, connections: 2, seconds });
      // Warms up both: the large product has just started, while the other's code may have been compiled long ago.
      for (const url of [ofSmall[name], ofBig[name]]) await subject(url, quick ? 3 : 8)();
      const metrics = await rounds({ small: subject(ofSmall[name]), big: subject(ofBig[name]) }, quick ? 4 : 8);
      rows.push({
        read: name,
        [`p50 ms with ${few}`]: rounded(metrics.small.p50Ms),
        'p50 ms with many': rounded(metrics.big.p50Ms),
        ratio: rounded(metrics.big.p50Ms / metrics.small.p50Ms),
        bytes: metrics.big.bytes,
      });
    }
    const maxRatio = Math.max(...rows.map(({ ratio }) => ratio));
    for (const { query } of counts) context.log(`counted: ${query.replace(/\s+/g, ' ').slice(0, 120)}`);
    return {
      passed: maxRatio <= allowedRatio && counts.length === 0,
      measured: `at worst ${maxRatio} ×, ${counts.length} counts`,
      details: {
        maxRatio,
        ratios: Object.fromEntries(rows.map(({ read: name, ratio }) => [name, ratio])),
        counts: counts.map(({ query }) => query.slice(0, 200)),
      },
      rows,
    };
  },
};
