/** Prints the megabytes that forecasts add to this process: node nowcast-memory.mjs FOLDER. */
import { loadNowcast } from './load-nowcast.mjs';
import { readSequence } from './nowcast-sequence.mjs';

const sequence = readSequence(process.argv[2]);
const { nowcast } = await loadNowcast();
const [{ t0, inputs, minutes }] = sequence.starts;
const frames = inputs.map((time) => sequence.frame(time)).filter((frame) => frame !== undefined);
const before = process.resourceUsage().maxRSS;
Array.from(nowcast(frames, sequence.grid, minutes, { startTime: t0 }).forecasts);
process.stdout.write(String(Math.round((process.resourceUsage().maxRSS - before) / 1_024)));
