import { radarScale, type RadarStep } from '@site/domain/weather/radar-scale';
import { Info } from 'lucide-react';
import type { LoopFrame, RadarState } from './radar-loop.js';
import { radarNotes, sourceOf } from './radar-labels.js';

interface RadarLegendProps {
  radar: RadarState;
  frame: LoopFrame | undefined;
}

/** What the radar shows, its source and caveats. */
export function RadarLegend({ radar, frame }: RadarLegendProps) {
  return (
    <div className="flex flex-col gap-2 text-sm">
      <div role="status" className="flex flex-col gap-1">
        {radarNotes(radar).map(({ text, isWarning }) => (
          <p key={text} className="flex gap-2 font-medium">
            {isWarning && <Info aria-hidden="true" size={18} className="mt-px shrink-0 text-clay-ink" />}
            <span>{text}</span>
          </p>
        ))}
      </div>
      {radar.kind === 'frames' && (
        <p className="text-ink-soft">
          {radar.isOld
            ? 'The grays show where rain and storms were, not how strong. '
            : frame?.scale === 'source' && "This picture uses its source's colors, not our scale. "}
          This is what the radar has seen, not a forecast.{frame && ` Radar: ${sourceOf(frame)}.`}
        </p>
      )}
    </div>
  );
}

/** Groups consecutive steps that share a word. */
const groups = radarScale.reduce<{ word: RadarStep['word']; steps: RadarStep[] }[]>((all, step) => {
  const last = all.at(-1);
  if (last?.word === step.word) last.steps.push(step);
  else all.push({ word: step.word, steps: [step] });
  return all;
}, []);
const spoken = groups.map(({ word, steps }) => `${word} from ${steps[0]?.dbz}`).join(', ');

/** Widths by number of steps. */
const shares = ['', 'flex-1', 'flex-2', 'flex-3', 'flex-4'];

/**
 * The scale's steps in their colors, labeled by group; nothing for pictures in other colors. With large text, only
 * the ends have room for a label.
 */
export function RadarScale({ radar, frame }: RadarLegendProps) {
  if (radar.kind !== 'frames' || radar.isOld || frame?.scale === 'source') return null;
  return (
    <div className="@container text-sm">
      <div role="img" aria-label={`Radar echoes by strength in dBZ: ${spoken}.`} className="figures">
        <span className="flex justify-between font-medium @min-[17rem]:hidden">
          <span className="first-letter:uppercase">{groups[0]?.word}</span>
          <span className="first-letter:uppercase">{groups.at(-1)?.word}</span>
        </span>
        <span className="flex">
          {groups.map(({ word, steps }) => (
            <span key={word} className={`min-w-0 ${shares[steps.length]}`}>
              <span className="hidden font-medium first-letter:uppercase @min-[17rem]:block">{word}</span>
              <svg viewBox={`0 0 ${steps.length} 1`} preserveAspectRatio="none" className="block h-3 w-full">
                {steps.map(({ dbz, color }, index) => (
                  <rect key={dbz} x={index} width="1" height="1" fill={color} />
                ))}
              </svg>
              <span className="hidden text-ink-soft @min-[17rem]:flex">
                {steps.map(({ dbz }) => (
                  <span key={dbz} className="grow basis-0">
                    {dbz}
                  </span>
                ))}
              </span>
            </span>
          ))}
          <span className="hidden self-end pl-1 text-ink-soft @min-[17rem]:block">dBZ</span>
        </span>
      </div>
    </div>
  );
}
