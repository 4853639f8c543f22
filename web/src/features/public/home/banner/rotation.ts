import { useEffect, useState } from 'react';
import { ALERT_FADE_MS, ALERT_ROTATE_MS } from '../../../../constants.js';

/** Which of the items is shown. It moves on by itself while `running`, wraps round, and shows a new item at once. */
export function useRotation(ids: string[], running: boolean) {
  const [index, setIndex] = useState(0);
  const [fading, setFading] = useState(false);
  const [known, setKnown] = useState(ids);

  if (known.join('\n') !== ids.join('\n')) {
    // What has just been issued is what matters; else what was shown stays shown, wherever it now is in the list.
    const added = ids.findIndex((id) => !known.includes(id));
    const kept = ids.indexOf(known[index] ?? '');
    setKnown(ids);
    setIndex(Math.max(0, added >= 0 ? added : kept));
    setFading(false);
  }

  const count = ids.length;
  useEffect(() => {
    if (!running || count < 2) return;
    let fade: ReturnType<typeof setTimeout>;
    const turn = setInterval(() => {
      setFading(true);
      fade = setTimeout(() => {
        setIndex((shown) => (shown + 1) % count);
        setFading(false);
      }, ALERT_FADE_MS);
    }, ALERT_ROTATE_MS);
    return () => {
      clearInterval(turn);
      clearTimeout(fade);
      setFading(false);
    };
  }, [running, count]);

  const step = (by: number) => setIndex((shown) => (shown + by + count) % count);
  return { index: Math.min(index, Math.max(0, count - 1)), fading, step };
}
