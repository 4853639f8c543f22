import { useId } from 'react';
import { classNames } from '@/ui/class-names.js';
import { Ridges } from '@/ui/ridges.js';
import type { Sky } from '@site/domain/weather/sky';

export type Daylight = 'day' | 'dusk' | 'night';

type Mood = 'clear' | 'mixed' | 'grey' | 'storm' | 'pale';
/** Colors and precipitation of each sky. */
const skyStyles: Record<Sky, { mood: Mood; falls?: 'rain' | 'snow' }> = {
  clear: { mood: 'clear' },
  'partly-cloudy': { mood: 'mixed' },
  wind: { mood: 'mixed' },
  cloudy: { mood: 'grey' },
  overcast: { mood: 'grey' },
  unknown: { mood: 'grey' },
  drizzle: { mood: 'grey', falls: 'rain' },
  rain: { mood: 'grey', falls: 'rain' },
  'heavy-rain': { mood: 'storm', falls: 'rain' },
  thunderstorm: { mood: 'storm', falls: 'rain' },
  fog: { mood: 'pale' },
  'freezing-rain': { mood: 'pale', falls: 'rain' },
  sleet: { mood: 'pale', falls: 'snow' },
  snow: { mood: 'pale', falls: 'snow' },
};

/** Zenith, middle, horizon, then the color of the hills. */
type Tones = [string, string, string, string];
const tones: Record<Mood, Record<Daylight, Tones>> = {
  clear: {
    day: ['oklch(62% 0.14 248)', 'oklch(76% 0.1 238)', 'oklch(91% 0.04 220)', 'oklch(62% 0.06 195)'],
    dusk: ['oklch(42% 0.11 275)', 'oklch(62% 0.13 30)', 'oklch(84% 0.12 70)', 'oklch(42% 0.06 330)'],
    night: ['oklch(19% 0.06 268)', 'oklch(27% 0.07 264)', 'oklch(38% 0.07 255)', 'oklch(24% 0.045 255)'],
  },
  mixed: {
    day: ['oklch(65% 0.11 248)', 'oklch(79% 0.07 240)', 'oklch(92% 0.025 225)', 'oklch(62% 0.045 200)'],
    dusk: ['oklch(43% 0.08 275)', 'oklch(62% 0.1 25)', 'oklch(82% 0.09 65)', 'oklch(42% 0.045 320)'],
    night: ['oklch(21% 0.045 266)', 'oklch(29% 0.05 262)', 'oklch(39% 0.05 255)', 'oklch(25% 0.035 255)'],
  },
  grey: {
    day: ['oklch(64% 0.035 245)', 'oklch(76% 0.028 240)', 'oklch(88% 0.015 230)', 'oklch(60% 0.025 215)'],
    dusk: ['oklch(42% 0.035 265)', 'oklch(56% 0.04 330)', 'oklch(72% 0.05 50)', 'oklch(42% 0.03 290)'],
    night: ['oklch(22% 0.022 262)', 'oklch(29% 0.026 258)', 'oklch(38% 0.028 252)', 'oklch(25% 0.022 255)'],
  },
  storm: {
    day: ['oklch(36% 0.035 262)', 'oklch(49% 0.035 250)', 'oklch(70% 0.045 160)', 'oklch(40% 0.035 205)'],
    dusk: ['oklch(29% 0.04 272)', 'oklch(42% 0.045 310)', 'oklch(62% 0.08 60)', 'oklch(32% 0.035 290)'],
    night: ['oklch(17% 0.025 268)', 'oklch(24% 0.03 262)', 'oklch(33% 0.035 250)', 'oklch(21% 0.025 255)'],
  },
  pale: {
    day: ['oklch(75% 0.022 238)', 'oklch(84% 0.015 232)', 'oklch(93% 0.008 225)', 'oklch(70% 0.02 220)'],
    dusk: ['oklch(50% 0.03 275)', 'oklch(64% 0.035 340)', 'oklch(80% 0.045 55)', 'oklch(50% 0.025 300)'],
    night: ['oklch(27% 0.02 258)', 'oklch(35% 0.022 254)', 'oklch(45% 0.022 250)', 'oklch(31% 0.02 254)'],
  },
};

/** Star positions in percent of the scene. */
const stars = [
  [6, 14],
  [13, 34],
  [19, 9],
  [27, 24],
  [34, 12],
  [41, 30],
  [48, 8],
  [55, 21],
  [61, 36],
  [68, 10],
  [74, 27],
  [80, 15],
  [86, 33],
  [91, 8],
  [96, 22],
  [10, 50],
  [31, 44],
  [52, 48],
  [72, 46],
  [89, 52],
] as const;

/** Sky over the Ozarks, drawn from the current weather and daylight. */
export function SkyScene({ sky, daylight }: { sky: Sky; daylight: Daylight }) {
  const { mood, falls } = skyStyles[sky];
  const [zenith, middle, horizon, hills] = tones[mood][daylight];
  const gradient = useId();
  const clouded = sky !== 'clear' && sky !== 'unknown';
  return (
    <div
      aria-hidden="true"
      data-mood={mood}
      data-daylight={daylight}
      className="absolute inset-0 -z-10 overflow-hidden"
    >
      <svg className="absolute inset-0 size-full">
        <linearGradient id={gradient} x2="0" y2="1">
          <stop offset="0" stopColor={zenith} />
          <stop offset="0.45" stopColor={middle} />
          <stop offset="0.88" stopColor={horizon} />
        </linearGradient>
        <rect width="100%" height="100%" fill={`url(#${gradient})`} />
      </svg>
      {daylight === 'night' && (mood === 'clear' || mood === 'mixed') && <Stars />}
      {(mood === 'clear' || mood === 'mixed') && <Light daylight={daylight} />}
      {clouded && <Clouds dense={mood === 'grey' || mood === 'storm'} daylight={daylight} />}
      {falls && <Precipitation kind={falls} />}
      <div className="absolute inset-0 bg-(--scene-dim)" />
      <Ridges color={hills} className="absolute inset-x-0 bottom-0 h-40 w-full md:h-64" />
      <div className="absolute inset-x-0 bottom-0 h-14 text-canvas md:h-24">
        <svg viewBox="0 0 1440 96" preserveAspectRatio="none" className="absolute inset-0 size-full">
          <path
            fill="currentColor"
            d="M0 62c110-4 190-40 320-36s190 44 330 40 200-50 340-46 190 40 280 40 120-16 170-22v58H0Z"
          />
        </svg>
      </div>
    </div>
  );
}

function Stars() {
  return (
    <svg className="absolute inset-0 size-full" fill="#fff">
      {stars.map(([x, y], index) => (
        <circle
          key={`${x}-${y}`}
          cx={`${x}%`}
          cy={`${y}%`}
          r={index % 3 === 0 ? 1.5 : 1}
          opacity={0.45 + (index % 4) * 0.15}
        />
      ))}
    </svg>
  );
}

/** Sun with a glow, low at dusk; the moon at night. */
function Light({ daylight }: { daylight: Daylight }) {
  const color = { day: 'oklch(97% 0.06 95)', dusk: 'oklch(90% 0.13 70)', night: 'oklch(94% 0.03 95)' }[daylight];
  return (
    <svg
      viewBox="-200 -200 400 400"
      className={classNames(
        'absolute size-[22rem] translate-x-1/2 -translate-y-1/2 md:size-[34rem]',
        daylight === 'dusk' ? 'top-[74%] right-[22%]' : 'top-[30%] right-[14%] lg:top-[52%] lg:right-[20%]',
      )}
    >
      <circle r="200" fill={color} opacity="0.07" />
      <circle r="140" fill={color} opacity="0.09" />
      <circle r="92" fill={color} opacity="0.13" />
      <circle r={daylight === 'night' ? 34 : 54} fill={color} />
      {daylight === 'night' && (
        <g fill="oklch(84% 0.03 95)">
          <circle cx="-10" cy="-8" r="7" />
          <circle cx="11" cy="9" r="9" />
          <circle cx="8" cy="-16" r="4" />
        </g>
      )}
    </svg>
  );
}

function Clouds({ dense, daylight }: { dense: boolean; daylight: Daylight }) {
  const color = daylight === 'night' ? 'oklch(62% 0.02 255)' : daylight === 'dusk' ? 'oklch(86% 0.05 45)' : '#fff';
  const cloud = 'M40 120a52 52 0 0 1 6-104A84 84 0 0 1 204 4a66 66 0 0 1 100 44 38 38 0 0 1 8 72Z';
  return (
    <svg
      viewBox="0 0 1440 520"
      preserveAspectRatio="xMidYMin slice"
      className="absolute inset-0 size-full"
      fill={color}
    >
      <path transform="translate(860 300) scale(0.95)" opacity={dense ? 0.3 : 0.5} d={cloud} />
      <path transform="translate(1190 210) scale(0.8)" opacity={dense ? 0.24 : 0.34} d={cloud} />
      <path transform="translate(90 60) scale(0.7)" opacity={dense ? 0.22 : 0.28} d={cloud} />
      {dense && (
        <>
          <path transform="translate(420 -40) scale(1.6)" opacity="0.16" d={cloud} />
          <path transform="translate(700 220) scale(1.3)" opacity="0.14" d={cloud} />
          <path transform="translate(-120 230) scale(1.4)" opacity="0.14" d={cloud} />
        </>
      )}
    </svg>
  );
}

function Precipitation({ kind }: { kind: 'rain' | 'snow' }) {
  const id = `falling-${kind}`;
  return (
    <svg className="absolute inset-0 size-full opacity-35">
      <defs>
        <pattern
          id={id}
          width="72"
          height="96"
          patternUnits="userSpaceOnUse"
          patternTransform={kind === 'rain' ? 'rotate(14)' : ''}
        >
          {kind === 'rain' ? (
            <path d="M12 8v22M48 52v26M66 4v12M30 70v14" stroke="#fff" strokeWidth="1.4" strokeLinecap="round" />
          ) : (
            <path d="M12 12v.1M50 40v.1M28 68v.1M64 86v.1" stroke="#fff" strokeWidth="5" strokeLinecap="round" />
          )}
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill={`url(#${id})`} />
    </svg>
  );
}
