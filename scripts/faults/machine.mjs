import { availableParallelism, loadavg } from 'node:os';

/**
 * Whether so much else runs on this machine that a measured time says more about that than about the product. The average
 * of the last minute contains our own load too, hence the margin.
 */
export const machineIsBusy = () => loadavg()[0] > availableParallelism() * 2;
