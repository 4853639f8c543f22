import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { Spinner } from '@/ui/button.js';
import { classNames } from '@/ui/class-names.js';
import { StickyBar } from '@/ui/sticky-bar.js';
import { clockTime, clockTimeIn, minutesAgo, stateTimeZone } from '../time/times.js';
import type { LoopFrame, RadarState } from './radar-loop.js';
import { ageOfFrame, spokenTime } from './radar-labels.js';
import type { Player } from './use-player.js';

interface RadarPlayerProps {
  radar: Extract<RadarState, { kind: 'frames' }>;
  player: Player;
  /** The color scale, below the time. */
  children?: ReactNode;
}

/**
 * Plays, steps and seeks through the last two hours of pictures, and shows the time of the one on the map. On phones,
 * the time and the scale stay visible with the map.
 */
export function RadarPlayer({ radar, player, children }: RadarPlayerProps) {
  const hintId = useId();
  const { frames } = radar;
  const { index, frame, seen, isPlaying, isStepped } = player;
  const last = frames.length - 1;
  const oldest = frames[0];
  const isAlone = last < 1;
  if (!frame || !oldest) return null;
  return (
    // No box, so that the bar's parent also contains the map.
    <div role="group" aria-label="Radar pictures" className="contents">
      <StickyBar className="@container flex flex-col gap-1">
        <p className="flex min-h-7 flex-wrap items-baseline gap-x-2">
          {seen && (
            <>
              <span className="figures font-bold @min-[17rem]:text-lg">
                Observed <time dateTime={new Date(seen.time).toISOString()}>{clockTime(seen.time)}</time>
              </span>
              <span
                className={classNames(
                  'figures text-sm @min-[17rem]:text-base',
                  radar.isOld ? 'text-clay-ink' : 'text-ink-soft',
                )}
              >
                {minutesAgo(0, ageOfFrame(radar, seen))}
              </span>
            </>
          )}
          {player.imageState === 'failed' && <span className="text-sm text-ink-soft">{notArrived(frame)}</span>}
          {(player.imageState === 'loading' || player.isWaiting) && (
            <span className="self-center">
              <Spinner />
              <span className="sr-only">Loading pictures</span>
            </span>
          )}
        </p>
        {children}
      </StickyBar>
      <div className="needs-script flex flex-wrap items-center gap-1">
        {!isStepped && (
          <StepButton
            label={isPlaying ? 'Pause the radar' : 'Play the radar'}
            isOff={isAlone}
            onClick={isPlaying ? player.pause : player.play}
            isMain
          >
            {isPlaying ? <Pause aria-hidden="true" size={22} /> : <Play aria-hidden="true" size={22} />}
          </StepButton>
        )}
        <StepButton label="Earlier picture" isOff={index <= 0} onClick={() => player.step(-1)}>
          <ChevronLeft aria-hidden="true" size={22} />
        </StepButton>
        <StepButton label="Later picture" isOff={index >= last} onClick={() => player.step(1)}>
          <ChevronRight aria-hidden="true" size={22} />
        </StepButton>
        <div className="min-w-0 flex-[1_1_10rem] px-1">
          <input
            type="range"
            aria-label="Time of the radar picture"
            aria-valuetext={spokenTime(radar, frame) + (player.imageState === 'loading' ? ', loading' : '')}
            aria-describedby={isStepped ? hintId : undefined}
            min={0}
            max={Math.max(1, last)}
            step={1}
            value={isAlone ? 1 : index}
            disabled={isAlone}
            onChange={(event) => player.seek(Number(event.target.value))}
            className="block h-11 w-full accent-sky"
          />
          <div aria-hidden="true" className="figures -mt-2 flex justify-between gap-2 text-sm text-ink-soft">
            <span>{isAlone ? '' : clockTimeIn(oldest.time, stateTimeZone)}</span>
            <span>newest {clockTimeIn(frames[last]?.time ?? frame.time, stateTimeZone)}</span>
          </div>
        </div>
      </div>
      {isStepped && (
        <p id={hintId} className="text-sm text-ink-soft">
          Your device asks for less motion, so the pictures don't play. Use the buttons to step through them.
        </p>
      )}
    </div>
  );
}

const notArrived = ({ time }: LoopFrame) =>
  `The picture from ${clockTimeIn(time, stateTimeZone)} didn't load. We'll try again within a minute.`;

interface StepButtonProps {
  label: string;
  isOff: boolean;
  isMain?: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** Stays focusable at the ends of the loop: disabling it would lose the focus. */
function StepButton({ label, isOff, isMain = false, onClick, children }: StepButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-disabled={isOff || undefined}
      onClick={() => !isOff && onClick()}
      className={classNames(
        'grid size-[44px] shrink-0 place-items-center rounded-full aria-disabled:opacity-40',
        isMain ? 'bg-sky text-on-sky hover:bg-sky-strong' : 'hover:bg-surface-raised',
      )}
    >
      {children}
    </button>
  );
}
