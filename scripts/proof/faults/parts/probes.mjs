/**
 * Checks that a failing provider is left alone: compares the state of the product's breakers with the calls it made.
 */

/** The probe interval, minus the inaccuracy of timers and clocks. */
const probeGapMs = 9_500;
/** Calls this close together belong to one attempt: a retry, or a page and its posts. */
const sameAttemptMs = 1_000;

/** What the weather event sources are polled for. */
const polledFor = {
  mrms: 'radar',
  nexrad: 'radar',
  spc: 'outlook',
  iem: 'reports',
  'noaa-maps': 'reports',
  nwps: 'gauges',
};

/** Returns the purpose of a call, as the product's metrics name it. */
function resourceOf({ provider, path }) {
  if (provider === 'weatherapi') return 'forecasts';
  if (provider === 'mapbox') return 'geocoding';
  if (provider === 'openweather') return 'tiles';
  if (provider === 'facebook') return path.startsWith('/pictures') ? 'pictures' : 'posts';
  if (provider !== 'nws') return polledFor[provider];
  if (path.startsWith('/products')) return 'texts';
  if (path.startsWith('/alerts')) return 'alerts';
  if (path.startsWith('/points')) return 'point';
  if (path.includes('/forecast/hourly')) return 'hourly';
  if (path.includes('/forecast')) return 'forecast';
  if (path.includes('/observations')) return 'observation';
  return path.includes('/stations') ? 'stations' : 'grid';
}

export class Probes {
  #open;

  /** @param metrics of the weather proxy at the start of the observation */
  constructor(metrics) {
    const lines = metrics.matchAll(/^weather_provider_breaker_open\{provider="([\w-]+)",purpose="([\w-]+)"\} 1$/gm);
    this.#open = new Set([...lines].map(([, provider, purpose]) => `${provider} ${purpose}`));
  }

  /**
   * Groups calls by breaker. While the breaker for all forecasts of the National Weather Service is open, they share
   * one group.
   */
  #groups(calls) {
    const groups = new Map();
    for (const call of calls) {
      if (call.provider === 'trap') continue;
      const resource = resourceOf(call);
      const isWhole = call.provider === 'nws' && resource !== 'alerts' && this.#open.has('nws forecasts');
      const name = isWhole ? 'nws forecasts' : `${call.provider} ${resource}`;
      groups.set(name, [...(groups.get(name) ?? []), Date.parse(call.at)]);
    }
    return groups;
  }

  tooOften(calls) {
    return [...this.#groups(calls)].flatMap(([name, moments]) => {
      const gaps = moments.slice(1).map((moment, index) => moment - moments[index]);
      // Before a breaker opens, one attempt may make several calls; afterwards only one.
      const judged = this.#open.has(name) ? gaps : gaps.filter((gap) => gap > sameAttemptMs);
      // With a closed breaker, these may be requested whenever the cached response has expired.
      const mayBeAsked = !this.#open.has(name) && name.startsWith('nws') && !name.endsWith('alerts');
      return !mayBeAsked && judged.some((gap) => gap < probeGapMs) ? [`${name} (${moments.length}×)`] : [];
    });
  }

  /** "nws forecasts 3, mapbox geocoding 2" */
  summary = (calls) =>
    [...this.#groups(calls)].map(([name, moments]) => `${name} ${moments.length}`).join(', ') || 'none';
}
