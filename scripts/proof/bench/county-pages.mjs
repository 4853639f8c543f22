import { brotliDecompressSync } from 'node:zlib';
import { get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { rounded } from '../lib/statistics.mjs';
import { benchmark as vitals } from './web-vitals.mjs';

const mostKb = 60;
const mostLcpMs = 1_800;

/** Fetches a document, both compressed and decoded. */
const documentAt = (address) =>
  new Promise((resolve, reject) => {
    get(address, { headers: { 'Accept-Encoding': 'br' } }, async (response) => {
      const sent = await buffer(response);
      const isPacked = response.headers['content-encoding'] === 'br';
      resolve({ status: response.statusCode, sent, plain: isPacked ? brotliDecompressSync(sent) : sent });
    }).on('error', reject);
  });

async function countyPaths(url) {
  const text = await (await fetch(`${url}/sitemap.xml`)).text();
  return Array.from(text.matchAll(/<loc>[^<]*?(\/county\/[a-z-]+)<\/loc>/g), ([, path]) => path);
}

export const benchmark = {
  name: 'county-pages',
  title: 'The 75 county pages: the largest document, and one of them on a simulated slow 4G phone',
  goal: `documents ≤ ${mostKb} kB, LCP ≤ ${mostLcpMs / 1_000} s`,

  async run(context) {
    const product = await context.product();
    const paths = await countyPaths(product.url);
    if (paths.length !== 75) throw new Error(`${paths.length} county pages are listed`);
    let largest = { path: '', kb: 0, sentKb: 0 };
    for (const path of paths) {
      const { status, sent, plain } = await documentAt(product.url + path);
      if (status !== 200) throw new Error(`${path} answers ${status}`);
      if (plain.length / 1_000 > largest.kb)
        largest = { path, kb: rounded(plain.length / 1_000, 1), sentKb: rounded(sent.length / 1_000, 1) };
    }
    const { details } = await vitals.run({ ...context, path: '/county/pulaski' });
    return {
      holds: largest.kb <= mostKb && details.LCP <= mostLcpMs,
      measured: `${largest.kb} kB (${largest.sentKb} kB sent), LCP ${Math.round(details.LCP)} ms`,
      details: {
        largestKb: largest.kb,
        sentKb: largest.sentKb,
        LCP: details.LCP,
        CLS: details.CLS,
        pages: paths.length,
      },
    };
  },
};
