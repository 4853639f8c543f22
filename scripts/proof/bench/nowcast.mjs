import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root } from '../../lib/checkout.mjs';
import { rounded } from '../lib/statistics.mjs';
import { loadNowcast } from './lib/load-nowcast.mjs';
import { PixelScore, StartScore } from './lib/nowcast-score.mjs';
import { readReference, readSequence } from './lib/nowcast-sequence.mjs';

const defaultFolder = join(root, 'scripts/proof/bench/data/fmi-20160928');
const limits = { cpuSeconds: 1.5, mb: 60 };
/** Of the reference's critical success index. */
const minShare = 0.97;
const maxStartLoss = 0.02;
/** In pixels at or above the threshold over all start times: fewer decide nothing. */
const minObserved = 500;

/** Returns the scores of one forecaster, in the format of reference-pysteps.json. */
function score(sequence, forecast) {
  const pixels = new PixelScore(sequence.grid, sequence);
  const starts = new StartScore(sequence.grid, sequence);
  const cpu = [];
  let known = 0;
  let unknown = 0;
  for (const [index, { t0, inputs, minutes, points }] of sequence.starts.entries()) {
    const frames = inputs.map((time) => sequence.frame(time)).filter((frame) => frame !== undefined);
    if (frames.length === 0) continue;
    const before = process.cpuUsage();
    const forecasts = forecast(frames, minutes, t0);
    const { user, system } = process.cpuUsage(before);
    cpu.push((user + system) / 1e6);
    const verified = forecasts.flatMap(({ minutes: lead, dbz }) => {
      const truth = sequence.nearest(t0 + lead * 60_000);
      return truth ? [{ minutes: lead, dbz, truth: truth.dbz }] : [];
    });
    for (const { minutes: lead, dbz, truth } of verified) {
      pixels.add(lead, dbz, truth);
      for (const value of dbz) {
        if (Number.isNaN(value)) unknown += 1;
        else known += 1;
      }
    }
    const truths = verified.map(({ minutes: lead, truth }) => ({ minutes: lead, dbz: truth }));
    starts.add(sequence.nearest(t0)?.dbz ?? frames.at(-1).dbz, verified, truths, points, index + 1);
  }
  return {
    starts: cpu.length,
    scores: pixels.result(),
    start: starts.result(),
    unknown: rounded(unknown / Math.max(1, known + unknown), 4),
    cpuSeconds: {
      mean: rounded(cpu.reduce((sum, seconds) => sum + seconds, 0) / cpu.length, 3),
      max: rounded(Math.max(...cpu), 3),
    },
  };
}

/** The radar goes on showing fixed echoes, which the frames that verify a forecast have, too. */
function withFixedEchoes(frames, { forecasts: computed, fixedEchoes }) {
  const forecasts = [...computed];
  if (!fixedEchoes) return forecasts;
  const newest = frames.reduce((left, right) => (left.time > right.time ? left : right)).dbz;
  for (const { dbz } of forecasts)
    for (let pixel = 0; pixel < dbz.length; pixel += 1)
      if (fixedEchoes[pixel] && !(dbz[pixel] >= newest[pixel])) dbz[pixel] = newest[pixel];
  return forecasts;
}

/** Returns the memory that one forecast adds to a process of its own. */
function measureMb(folder) {
  const script = join(import.meta.dirname, 'lib/nowcast-memory.mjs');
  return Number(execFileSync(process.execPath, [script, folder], { encoding: 'utf8' }));
}

/** Returns the goals that a score misses, in words. */
function findMisses({ forecast, persistence, pysteps }, mb) {
  const misses = [];
  for (const [threshold, byLead] of Object.entries(forecast.scores)) {
    for (const [lead, { csi, obs }] of Object.entries(byLead)) {
      if (csi === null || obs < minObserved) continue;
      const at = `≥ ${threshold} dBZ after ${lead} min`;
      const still = persistence.scores[threshold][lead].csi;
      if (csi <= still) misses.push(`${at}: ${csi}, persistence ${still}`);
      const reference = pysteps?.scores[threshold]?.[lead]?.csi;
      const share = threshold === '20' && lead === '30' ? 1 : minShare;
      if (reference && csi < share * reference) misses.push(`${at}: ${csi}, pysteps ${reference}`);
    }
  }
  const reference = (pysteps ?? persistence).start.right;
  if (reference !== null && forecast.start.right < reference - maxStartLoss)
    misses.push(`starts: ${forecast.start.right}, ${pysteps ? 'pysteps' : 'persistence'} ${reference}`);
  if (forecast.cpuSeconds.mean > limits.cpuSeconds) misses.push(`CPU: ${forecast.cpuSeconds.mean} s`);
  if (mb > limits.mb) misses.push(`memory: ${mb} MB`);
  return misses;
}

/** Rows by threshold and lead time, then the start times. */
function rowsOf(results) {
  const forecasters = Object.entries(results).filter(([, result]) => result);
  const rows = Object.entries(results.forecast.scores).flatMap(([threshold, byLead]) =>
    Object.keys(byLead).map((lead) => ({
      what: `≥ ${threshold} dBZ, ${lead} min`,
      ...Object.fromEntries(
        forecasters.map(([name, { scores }]) => {
          const { csi, pod, far } = scores[threshold]?.[lead] ?? {};
          return [`${name} CSI POD FAR`, [csi, pod, far].map((value) => value?.toFixed(3) ?? '–').join(' ')];
        }),
      ),
    })),
  );
  const startRow = (what, format) => ({
    what,
    ...Object.fromEntries(forecasters.map(([name, result]) => [`${name} CSI POD FAR`, format(result)])),
  });
  return [
    ...rows,
    startRow('start: right, announced, in time, false', ({ start }) =>
      [start.right, start.announced, start.inTime, start.cried].map((value) => value ?? '–').join(' '),
    ),
    startRow('CPU seconds per forecast', ({ cpuSeconds }) => String(cpuSeconds.mean)),
  ];
}

export const benchmark = {
  name: 'nowcast',
  title: 'Rain of the next hour from radar, beside persistence and pysteps; --sequence FOLDER, --json FILE',
  goal: `CSI above persistence, ≥ 100 % of pysteps at 20 dBZ and 30 min, ≥ 97 % elsewhere; start score within 0.02; ≤ ${limits.cpuSeconds} s, ≤ ${limits.mb} MB`,
  limitMinutes: 30,

  async run({ values }) {
    const fromCaller = (path) => resolve(process.env.INIT_CWD ?? process.cwd(), path);
    const folder = values.sequence ? fromCaller(values.sequence) : defaultFolder;
    const sequence = readSequence(folder);
    const { nowcast } = await loadNowcast();
    // The first forecast pays for compiling.
    const results = {
      forecast: score(sequence, (frames, minutes, t0) =>
        withFixedEchoes(frames, nowcast(frames, sequence.grid, minutes, { startTime: t0 })),
      ),
      persistence: score(sequence, (frames, minutes) =>
        minutes.map((lead) => ({ minutes: lead, dbz: frames.at(-1).dbz })),
      ),
      pysteps: readReference(folder),
    };
    const mb = measureMb(folder);
    const misses = findMisses(results, mb);
    if (values.json)
      writeFileSync(
        fromCaller(values.json),
        `${JSON.stringify({ sequence: sequence.id, ...results, memoryMb: mb, misses }, undefined, 2)}\n`,
      );
    const { forecast } = results;
    return {
      passed: misses.length === 0,
      details: {
        sequence: sequence.id,
        csi20: forecast.scores[20]?.[30]?.csi,
        start: forecast.start.right,
        inTime: forecast.start.inTime,
        cpuSeconds: forecast.cpuSeconds.mean,
        mb,
        misses: misses.join('; ') || 'none',
      },
      rows: rowsOf(results),
    };
  },
};
