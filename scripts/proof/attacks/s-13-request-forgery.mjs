import { call } from '../lib/site-actions.mjs';

export const name = 'S-13';
export const title = 'request forgery through the weather proxy';
export const rule =
  'Whatever the proxy is sent, providers get only well-formed requests to their own paths, within bounds.';

const asked = [
  '/main/weather/search?q=169.254.169.254',
  '/main/weather/search?q=../../etc/passwd',
  '/main/weather/search?q=%0d%0aHost:%20evil.example',
  '/main/weather/search?q=http://evil.example/',
  '/main/weather/search?q=a&limit=1000&access_token=stolen',
  '/main/weather/search?q[]=a',
  '/main/weather/forecast?lat=34.75&lon=-92.29&days=7&host=evil.example&base_url=http://evil.example',
  '/main/weather/forecast?lat=1e309&lon=0&days=1',
  '/main/weather/forecast?lat=34.75/../../x&lon=-92.29&days=1',
  '/main/weather/forecast?lat=NaN&lon=-92.29&days=1',
  '/main/weather/forecast?lat=34.75&lon=-92.29&days=99',
  '/main/weather/tiles/clouds/5/-1/12.png',
  '/main/weather/tiles/clouds/99/1/1.png',
  '/main/weather/tiles/clouds/5/99999/1.png',
  '/main/weather/tiles/..%2f..%2fadmin/5/7/12.png',
  '/main/weather/tiles/clouds%00/5/7/12.png',
  '/main/weather/tiles/secret/5/7/12.png',
  '/main/weather/tiles/clouds/12/0/0.png',
  '/main/weather/tiles/clouds/5/7/12.png?appid=stolen',
  '/main/weather/rivers/..%2f..%2fadmin',
  '/main/weather/rivers/LRKA4?bbox=0',
  '/main/weather/rivers/%00',
  '/main/weather/rivers/http:%2f%2fevil.example',
  '/main/weather/products/LZK/AFD',
  '/main/weather/products/ZZZ/discussion',
  '/main/weather/products/LZK%2f..%2f..%2fproducts/hazards',
];

/** The paths that our own code requests, per provider. */
const wellFormed = {
  nws: /^\/(products\/(types\/(AFD|HWO)\/locations\/[A-Z]{3}|[\w-]+)|points\/-?\d+(\.\d+)?,-?\d+(\.\d+)?|gridpoints\/[A-Z]{3}\/\d+,\d+(\/(forecast|forecast\/hourly|stations))?|stations\/[A-Z0-9]+\/observations(\/latest)?|alerts\/active)(\?[\w=&.,%-]*)?$/,
  mapbox: /^\/(search\/geocode\/v6\/forward|geocoding\/v5\/mapbox\.places\/)[^\s]*$/,
  openweather: /^\/map\/(clouds|precipitation|pressure|wind|temp)_new\/\d{1,2}\/\d{1,4}\/\d{1,4}\.png\?appid=\w+$/,
  mrms: /^\/geoserver\/conus\/conus_bref_qcd\/ows\?[\w=&.,:%-]+$/,
  nexrad: /^\/cgi-bin\/wms\/nexrad\/n0q-t\.cgi\?[\w=&.,:%/-]+$/,
  spc: /^\/products\/outlook\/day[123]otlk_cat\.lyr\.geojson$/,
  iem: /^\/geojson\/lsr\.geojson\?[\w=&:%-]+$/,
  'noaa-maps': /^\/vector\/rest\/services\/obs\/nws_local_storm_reports\/MapServer\/0\/query\?\S+$/,
  nwps: /^\/nwps\/v1\/gauges(\/[A-Za-z0-9]{5}(\/stageflow)?)?(\?[\w=&.,%-]*)?$/,
  facebook: /^\/(v\d+\.\d+\/)?\d+(\/posts|\/picture)?(\?[^\s]*)?$|^\/pictures?\//,
};

export async function run({ product: start, quick, log, checks, rows }) {
  const product = await start();
  await product.simulator.forget();
  for (const path of asked) {
    const { status, text } = await call(product, 'GET', path, { headers: { 'X-Forwarded-Host': 'evil.example' } });
    checks.that(status < 500, `${path} returned ${status}`);
    checks.that(!text.includes('stolen') && !text.includes('root:'), `${path} tells something`);
  }
  const cells = quick ? 100 : 1_000;
  for (let n = 0; n < cells; n += 1) {
    const lat = (Math.random() * 400 - 200).toFixed(3);
    const lon = (Math.random() * 800 - 400).toFixed(3);
    const { status } = await call(product, 'GET', `/main/weather/forecast?lat=${lat}&lon=${lon}&days=1`);
    checks.that([200, 400, 404, 429, 503].includes(status), `${lat},${lon} returned ${status}`);
  }
  const calls = await product.simulator.calls();
  for (const { provider, path, url } of calls) {
    const address = (path ?? url).replace(`/${provider}`, '');
    const ok = wellFormed[provider]?.test(address) ?? false;
    if (!checks.that(ok, `${provider} was asked ${address}`)) rows.push({ provider, address });
  }
  const odd = calls.filter(
    (entry) => JSON.stringify(entry).includes('evil.example') && !/q=|geocod/.test(JSON.stringify(entry)),
  );
  checks.that(odd.length === 0, 'the foreign host reached a provider');
  log(`${calls.length} calls to providers for ${asked.length + cells} requests`);
  return { requests: asked.length + cells, providerCalls: calls.length };
}
