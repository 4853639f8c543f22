import { jest } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { useRef, useState } from 'react';
import { radarState } from './radar-loop.js';
import { RadarPlayer } from './radar-player.js';
import { toTimedRadar } from './radar-query.js';
import { fakeImages, type FakeImages } from './testing/fake-images.js';
import { buildRadar, buildRadarFrame, newestTime } from './testing/radar-builders.js';
import { slotMs, usePlayer } from './use-player.js';

const minuteMs = 60_000;

interface LoopProps {
  radar: ReturnType<typeof buildRadar>;
  attempt?: number;
  waitedMs?: number;
  isMapLate?: boolean;
}

function Loop({ radar, attempt = 1, waitedMs = 0, isMapLate = false }: LoopProps) {
  const stage = useRef<HTMLDivElement>(null);
  const start = { wall: newestTime, steady: 0 };
  const timing = toTimedRadar(radar, null, start);
  const state = radarState({ data: timing, isPending: false }, { wall: newestTime + waitedMs, steady: waitedMs });
  const [rendered, setRenderedFrame] = useState<string>();
  const player = usePlayer(state.kind === 'frames' ? state.frames : [], attempt, stage, rendered);
  const result = player.onMap?.url;
  if (!isMapLate && result !== rendered) setRenderedFrame(result);
  return (
    <div ref={stage}>
      {state.kind === 'frames' && <RadarPlayer radar={state} player={player} />}
      <output aria-label="Map">{rendered ?? 'nothing'}</output>
    </div>
  );
}

const slider = () => screen.getByRole('slider', { name: 'Time of the radar picture' });
const spoken = () => slider().getAttribute('aria-valuetext');
const map = () => screen.getByRole('status', { name: 'Map' }).textContent;
const button = (name: string) => screen.getByRole('button', { name });
const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));
const less = (matches: boolean) => {
  window.matchMedia = (media) =>
    ({
      matches: matches && media.includes('reduced-motion'),
      addEventListener: () => {},
      removeEventListener: () => {},
    }) as never;
};

describe('the radar loop', () => {
  let images: FakeImages;
  beforeEach(() => {
    jest.useFakeTimers();
    images = fakeImages();
    less(false);
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const url = (minutes: number) => `/media/radar/${minutes}.webp`;

  it("starts with only the newest picture, and doesn't play", () => {
    render(<Loop radar={buildRadar(12)} />);
    expect(images.requestedUrls).toEqual([url(0)]);
    images.arrive();
    expect(map()).toBe(url(0));
    expect(screen.getByText('Observed', { exact: false })).toHaveTextContent('Observed 6:35 PM CST');
    expect(spoken()).toBe('6:35 PM, 4 min ago');
    pass(60_000);
    expect([map(), images.requestedUrls]).toEqual([url(0), [url(0)]]);
  });

  it('fetches six more on the first step, then the rest', () => {
    render(<Loop radar={buildRadar(12)} />);
    images.arrive();
    fireEvent.click(button('Earlier picture'));
    expect(images.requestedUrls).toHaveLength(7);
    images.arrive();
    expect(images.requestedUrls).toHaveLength(12);
    expect(spoken()).toBe('6:25 PM, 14 min ago');
    expect(map()).toBe(url(10));
  });

  it('moves from old to new with the slider, left to right', () => {
    render(<Loop radar={buildRadar(3)} />);
    images.arrive();
    expect([slider().getAttribute('min'), slider().getAttribute('max')]).toEqual(['0', '2']);
    expect(slider()).toHaveValue('2');
    fireEvent.change(slider(), { target: { value: '0' } });
    images.arrive();
    expect([spoken(), map()]).toEqual(['6:15 PM, 24 min ago', url(20)]);
    expect(button('Earlier picture')).toHaveAttribute('aria-disabled', 'true');
    fireEvent.click(button('Earlier picture'));
    expect(spoken()).toBe('6:15 PM, 24 min ago');
  });

  it("shows the visible picture's time, not the loading one's", () => {
    render(<Loop radar={buildRadar(3)} />);
    images.arrive();
    fireEvent.click(button('Earlier picture'));
    expect(screen.getByText('Observed', { exact: false })).toHaveTextContent('6:35 PM');
    expect(spoken()).toBe('6:25 PM, 14 min ago, loading');
    images.arrive();
    expect(screen.getByText('Observed', { exact: false })).toHaveTextContent('6:25 PM');
  });

  it('shows no time until the map has drawn a picture', () => {
    render(<Loop radar={buildRadar(3)} isMapLate />);
    images.arrive();
    expect(screen.queryByText('Observed', { exact: false })).not.toBeInTheDocument();
    expect(screen.getByText('Loading pictures')).toBeInTheDocument();
  });

  it('plays from oldest to newest, pauses on that, and restarts', () => {
    render(<Loop radar={buildRadar(4)} />);
    images.arrive();
    fireEvent.click(button('Play the radar'));
    images.arrive();
    const seen: (string | null)[] = [];
    for (let step = 0; step < 4; step += 1) {
      pass(step === 0 ? 0 : slotMs);
      seen.push(map());
    }
    expect(seen).toEqual([url(30), url(20), url(10), url(0)]);
    pass(slotMs);
    expect(map()).toBe(url(0));
    pass(slotMs * 2);
    expect(map()).toBe(url(30));
    fireEvent.click(button('Pause the radar'));
    pass(60_000);
    expect(map()).toBe(url(30));
  });

  it('takes longer for a gap', () => {
    const radar = buildRadar(4, { frames: [0, 10, 30, 40].map((minutes) => buildRadarFrame(minutes)) });
    render(<Loop radar={radar} />);
    images.arrive();
    fireEvent.click(button('Play the radar'));
    images.arrive();
    pass(0);
    pass(slotMs);
    expect(map()).toBe(url(30));
    pass(slotMs);
    expect(map()).toBe(url(30));
    pass(slotMs);
    expect(map()).toBe(url(10));
  });

  it('never stops on a picture that failed to load, and retries it with the next response', () => {
    const { rerender } = render(<Loop radar={buildRadar(3)} />);
    images.arrive();
    fireEvent.click(button('Earlier picture'));
    images.fail(url(10));
    images.arrive();
    expect(screen.getByText(/^The picture from 6:25 PM didn't load/)).toBeVisible();
    expect(map()).toBe('nothing');
    fireEvent.click(button('Play the radar'));
    pass(0);
    expect(map()).toBe(url(0));
    pass(slotMs * 3);
    expect(map()).toBe(url(20));
    rerender(<Loop radar={buildRadar(3)} attempt={2} />);
    expect(images.requestedUrls.filter((each) => each === url(10))).toHaveLength(2);
  });

  it('stops when no other picture loads', () => {
    render(<Loop radar={buildRadar(3)} />);
    images.arrive();
    fireEvent.click(button('Play the radar'));
    images.fail();
    expect(button('Play the radar')).toBeVisible();
    expect(map()).toBe(url(0));
  });

  it('has nothing to play with a single picture', () => {
    render(<Loop radar={buildRadar(1)} />);
    images.arrive();
    expect(slider()).toBeDisabled();
    for (const name of ['Play the radar', 'Earlier picture', 'Later picture'])
      expect(button(name)).toHaveAttribute('aria-disabled', 'true');
    expect(spoken()).toBe('6:35 PM, 4 min ago');
  });

  it('includes a newer picture: shown at the end, without a jump elsewhere', () => {
    const newer = buildRadar(4, { frames: [-5, 0, 10, 20].map((minutes) => buildRadarFrame(minutes)) });
    const { rerender } = render(<Loop radar={buildRadar(3)} />);
    images.arrive();
    rerender(<Loop radar={newer} attempt={2} />);
    expect(map()).toBe(url(0));
    images.arrive();
    expect(map()).toBe(url(-5));

    fireEvent.click(button('Earlier picture'));
    images.arrive();
    expect(map()).toBe(url(0));
    rerender(<Loop radar={{ ...newer, frames: [buildRadarFrame(-10), ...newer.frames] }} attempt={3} />);
    images.arrive();
    expect(map()).toBe(url(0));
  });

  it('moves to the nearest picture when the selected one has left the list', () => {
    const { rerender } = render(<Loop radar={buildRadar(12)} />);
    fireEvent.change(slider(), { target: { value: '0' } });
    rerender(<Loop radar={buildRadar(3)} attempt={2} />);
    images.arrive();
    expect(map()).toBe(url(20));
  });

  it('only steps with reduced motion, and says why', () => {
    less(true);
    render(<Loop radar={buildRadar(3)} />);
    images.arrive();
    expect(screen.queryByRole('button', { name: 'Play the radar' })).not.toBeInTheDocument();
    expect(slider()).toHaveAccessibleDescription(/asks for less motion/);
    fireEvent.click(button('Earlier picture'));
    images.arrive();
    expect(map()).toBe(url(10));
  });

  it('pauses when the page is hidden', () => {
    render(<Loop radar={buildRadar(3)} />);
    images.arrive();
    fireEvent.click(button('Play the radar'));
    images.arrive();
    const visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    fireEvent(document, new Event('visibilitychange'));
    visibility.mockRestore();
    expect(button('Play the radar')).toBeVisible();
  });

  it('pauses when it leaves the viewport', () => {
    const observed: ((entries: { isIntersecting: boolean }[]) => void)[] = [];
    globalThis.IntersectionObserver = class {
      constructor(listener: never) {
        observed.push(listener);
      }
      observe() {}
      disconnect() {}
    } as never;
    try {
      render(<Loop radar={buildRadar(3)} />);
      images.arrive();
      fireEvent.click(button('Play the radar'));
      images.arrive();
      act(() => observed.at(-1)?.([{ isIntersecting: false }]));
      expect(button('Play the radar')).toBeVisible();
    } finally {
      Reflect.deleteProperty(globalThis, 'IntersectionObserver');
    }
  });

  it('keeps the ages of all pictures up to date', () => {
    const { rerender } = render(<Loop radar={buildRadar(3)} />);
    images.arrive();
    rerender(<Loop radar={buildRadar(3)} waitedMs={20 * minuteMs} />);
    expect(spoken()).toBe('6:35 PM, 24 min ago');
    fireEvent.click(button('Earlier picture'));
    images.arrive();
    expect(spoken()).toBe('6:25 PM, 34 min ago');
  });
});
