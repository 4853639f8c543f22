import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root } from '../lib/checkout.mjs';
import { CannotStart } from './startup-errors.mjs';

/** The data folder of local mode: where it is, which state it belongs to, and that one product uses it at a time. */

/**
 * Where data is kept unless DATA_DIR says. Simulated weather has a folder of its own: otherwise recorded answers would later be
 * mistaken for real weather. So has each state.
 */
const defaultFolder = (code, simulated) =>
  ['.data', ...(code === 'AR' ? [] : [code.toLowerCase()]), ...(simulated ? ['simulated'] : [])].join('/');

/** Returns the absolute path of the data folder; a relative DATA_DIR is below the checkout. */
export const dataDirOf = (code, { simulated = false } = {}) =>
  resolve(root, process.env.DATA_DIR || defaultFolder(code, simulated));

/** One state's alerts, places and photos are not another's: a data folder stays with the state that it was made for. */
export function keepToState(dataDir, code) {
  const file = join(dataDir, 'state');
  // Folders from before there was a choice are Arkansas'.
  const older = existsSync(join(dataDir, 'secrets.json')) ? 'AR' : code;
  const madeFor = existsSync(file) ? readFileSync(file, 'utf8').trim() : older;
  if (madeFor !== code)
    throw new CannotStart(
      `${dataDir} holds the data of STATE=${madeFor}, not of STATE=${code}: set DATA_DIR to another folder.`,
    );
  writeFileSync(file, `${code}\n`);
}

const launchers = /(start|dev|upgrade-database)\.mjs/;

/**
 * Makes the data folder and reserves it for this process.
 * @returns a function that releases it
 */
export function lockDataDir(dataDir) {
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, 'launcher.pid');
  if (existsSync(file)) {
    const pid = Number(readFileSync(file, 'utf8'));
    let runs = pid !== process.pid && pid > 0;
    try {
      if (runs) process.kill(pid, 0);
      if (runs && process.platform === 'linux') runs = launchers.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
    } catch {
      runs = false;
    }
    if (runs)
      throw new CannotStart(
        `The product already runs from ${dataDir} (process ${pid}). Stop it first, or set DATA_DIR to another folder.`,
      );
  }
  writeFileSync(file, String(process.pid));
  return () => rmSync(file, { force: true });
}
