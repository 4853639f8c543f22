import type { Campaign } from '@site/proto/submissions/v1/newsletter.answers';

/** Of how many it is decided: they got it, could not get it, or no longer want it. */
export const handledOf = ({ sent, failed, skipped }: Campaign) => sent + failed + skipped;

export const isUnfinished = ({ state }: Campaign) => state !== 'sent';
