/** Whether a provider that is known to fail is left alone: what the product says of its breakers, against the calls it made. */

/** The pace of probes, less what timers and clocks differ by. */
const probeGapMs = 9_500;
/** Calls that belong to one attempt: a second try, or a page and its posts. */
const sameAttemptMs = 1_000;

/** Which kind of answer of a provider a call was for, as the product names it in its metrics. */
function resourceOf({ provider, path }) {
  if (provider === 'weatherapi') return 'forecasts';
  if (provider === 'mapbox') return 'geocoding';
  if (provider === 'openweather') return 'tiles';
  if (provider === 'facebook') return path.startsWith('/pictures') ? 'pictures' : 'posts';
  if (path.startsWith('/alerts')) return 'alerts';
  if (path.startsWith('/points')) return 'point';
  if (path.includes('/forecast/hourly')) return 'hourly';
  if (path.includes('/forecast')) return 'forecast';
  if (path.includes('/observations')) return 'observation';
  return path.includes('/stations') ? 'stations' : 'grid';
}

export class Probes {
  #open;

  /** @param metrics the figures of the weather proxy at the beginning of the watch */
  constructor(metrics) {
    const lines = metrics.matchAll(/^weather_provider_breaker_open\{provider="(\w+)",purpose="(\w+)"\} 1$/gm);
    this.#open = new Set([...lines].map(([, provider, purpose]) => `${provider} ${purpose}`));
  }

  /** Calls by what shares a breaker. While the weather service as a whole is left alone, all its forecasts do. */
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
      // Before a breaker opens, an attempt may be of several calls; from then on it is one.
      const judged = this.#open.has(name) ? gaps : gaps.filter((gap) => gap > sameAttemptMs);
      // What is not known to fail may be asked as often as it grows old.
      const mayBeAsked = !this.#open.has(name) && name.startsWith('nws') && !name.endsWith('alerts');
      return !mayBeAsked && judged.some((gap) => gap < probeGapMs) ? [`${name} (${moments.length}×)`] : [];
    });
  }

  /** "nws forecasts 3, mapbox geocoding 2" */
  summary = (calls) =>
    [...this.#groups(calls)].map(([name, moments]) => `${name} ${moments.length}`).join(', ') || 'none';
}
