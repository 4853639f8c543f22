/** Whether a failing provider is left alone: compares the state of the product's breakers with the calls it made. */

/** The interval of probes, less the inaccuracy of timers and clocks. */
const probeGapMs = 9_500;
/** Calls this close together belong to one attempt: a second try, or a page and its posts. */
const sameAttemptMs = 1_000;

/** What the sources of storms are asked for. */
const polledFor = {
  mrms: 'radar',
  nexrad: 'radar',
  spc: 'outlook',
  iem: 'reports',
  'noaa-maps': 'reports',
  nwps: 'gauges',
};

/** The purpose of a call, as the product's metrics name it. */
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

  /** @param metrics of the weather proxy, when watching begins */
  constructor(metrics) {
    const lines = metrics.matchAll(/^weather_provider_breaker_open\{provider="([\w-]+)",purpose="([\w-]+)"\} 1$/gm);
    this.#open = new Set([...lines].map(([, provider, purpose]) => `${provider} ${purpose}`));
  }

  /** Calls grouped by breaker. While the weather service as a whole is left alone, all its forecasts share one. */
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

  /** Each group that was called more often than it may be. */
  tooOften(calls) {
    return [...this.#groups(calls)].flatMap(([name, moments]) => {
      const gaps = moments.slice(1).map((moment, index) => moment - moments[index]);
      // Before a breaker opens, one attempt may take several calls; afterwards it is a single one.
      const judged = this.#open.has(name) ? gaps : gaps.filter((gap) => gap > sameAttemptMs);
      // What is not known to fail may be asked whenever its answer is out of date.
      const mayBeAsked = !this.#open.has(name) && name.startsWith('nws') && !name.endsWith('alerts');
      return !mayBeAsked && judged.some((gap) => gap < probeGapMs) ? [`${name} (${moments.length}×)`] : [];
    });
  }

  /** "nws forecasts 3, mapbox geocoding 2" */
  summary = (calls) =>
    [...this.#groups(calls)].map(([name, moments]) => `${name} ${moments.length}`).join(', ') || 'none';
}
