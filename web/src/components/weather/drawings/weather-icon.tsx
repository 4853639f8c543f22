/** Weather icons on a 64-pixel square, in tokens of styles.css. Decorative: the text beside an icon has its meaning. */
import type { ReactNode } from 'react';
import type { Sky } from '@site/domain/weather/sky';

interface WeatherIconProps {
  sky: Sky;
  isDay: boolean;
  size: number;
  className?: string;
}

export function WeatherIcon({ sky, isDay, size, className }: WeatherIconProps) {
  return (
    <svg viewBox="0 0 64 64" width={size} height={size} aria-hidden="true" className={className} data-sky={sky}>
      {drawings[sky](isDay)}
    </svg>
  );
}

const drawings: Record<Sky, (isDay: boolean) => ReactNode> = {
  clear: (isDay) => (isDay ? <Sun x={32} y={32} radius={13} /> : <Moon x={32} y={32} scale={1.15} />),
  'partly-cloudy': (isDay) => (
    <>
      {isDay ? <Sun x={41} y={23} radius={9.5} /> : <Moon x={43} y={21} scale={0.8} />}
      <Cloud y={5} />
    </>
  ),
  cloudy: (isDay) => (
    <>
      {isDay ? <Sun x={46} y={19} radius={6.5} /> : <Moon x={47} y={17} scale={0.55} />}
      <Cloud x={13} y={-5} scale={0.78} tone="var(--icon-cloud-far)" />
      <Cloud y={6} />
    </>
  ),
  overcast: () => (
    <>
      <Cloud x={16} y={-4} scale={0.82} tone="var(--icon-cloud-deep)" />
      <Cloud x={-1} y={6} tone="var(--icon-cloud-far)" />
    </>
  ),
  fog: (isDay) => (
    <>
      {isDay ? <Sun x={32} y={22} radius={9} /> : <Moon x={32} y={20} scale={0.75} />}
      <Stroke tone="var(--icon-cloud-far)" d="M12 36h28M46 36h6" />
      <Stroke tone="var(--icon-cloud-deep)" d="M18 45h36M8 45h3" />
      <Stroke tone="var(--icon-cloud-far)" d="M14 54h22M42 54h8" />
    </>
  ),
  wind: () => (
    <>
      <Stroke tone="var(--icon-cloud-deep)" d="M8 26h30a7 7 0 1 0-6.6-9.3" />
      <Stroke tone="var(--icon-cloud-far)" d="M8 36h42a7 7 0 1 1-6.6 9.3" />
      <Stroke tone="var(--icon-cloud-deep)" d="M12 46h16a5.5 5.5 0 1 1-5.2 7.3" />
    </>
  ),
  drizzle: () => (
    <>
      <Cloud y={-4} />
      <Stroke tone="var(--icon-rain)" width={3} d="M23 48v.5M32 52v.5M41 48v.5M27.5 57v.5M37 58v.5" />
    </>
  ),
  rain: () => (
    <>
      <Cloud y={-5} tone="var(--icon-cloud-far)" />
      <Stroke tone="var(--icon-rain)" width={3.2} d="m24 46-3 8M33 46l-3 8M42 46l-3 8" />
    </>
  ),
  'heavy-rain': () => (
    <>
      <Cloud y={-6} tone="var(--icon-cloud-deep)" />
      <Stroke tone="var(--icon-rain)" width={3.2} d="m20 44-4.5 13M28.5 44 24 57M37 44l-4.5 13M45.5 44 41 57" />
    </>
  ),
  'freezing-rain': () => (
    <>
      <Cloud y={-5} tone="var(--icon-cloud-far)" />
      <Stroke tone="var(--icon-rain)" width={3.2} d="m23 46-3 8M43 46l-3 8" />
      <Flake x={32} y={52} />
    </>
  ),
  sleet: () => (
    <>
      <Cloud y={-5} tone="var(--icon-cloud-far)" />
      <Stroke tone="var(--icon-rain)" width={3.2} d="m28 46-3 8M42 46l-3 8" />
      <Stroke tone="var(--icon-snow)" width={4.5} d="M20 50v.1M34 55v.1M45 58v.1" />
    </>
  ),
  snow: () => (
    <>
      <Cloud y={-6} />
      <Flake x={21} y={48} />
      <Flake x={32} y={55} />
      <Flake x={43} y={48} />
    </>
  ),
  thunderstorm: () => (
    <>
      <Cloud y={-6} tone="var(--icon-cloud-deep)" />
      <path fill="var(--icon-bolt)" d="M34 36 23.5 49.5H31L28.5 60 41 45.5h-8L36.5 36Z" />
      <Stroke tone="var(--icon-rain)" width={3} d="m19 45-2.5 7M46 45l-2.5 7" />
    </>
  ),
  unknown: () => (
    <>
      <Cloud tone="var(--icon-cloud-far)" />
      <Stroke tone="var(--surface)" width={3} d="M28 33.5c0-5.5 8-5.5 8-.5 0 3-4 3.2-4 6.5M32 44v.1" />
    </>
  ),
};

function Sun({ x, y, radius }: { x: number; y: number; radius: number }) {
  const rays = Array.from({ length: 8 }, (_, index) => {
    const angle = (index * Math.PI) / 4;
    const from = radius + 4.5;
    const to = radius * 1.28 + 6;
    const at = (distance: number) =>
      `${(x + Math.cos(angle) * distance).toFixed(1)} ${(y + Math.sin(angle) * distance).toFixed(1)}`;
    return `M${at(from)}L${at(to)}`;
  }).join('');
  return (
    <>
      <circle cx={x} cy={y} r={radius} fill="var(--icon-sun)" />
      <Stroke tone="var(--icon-sun)" width={3} d={rays} />
    </>
  );
}

function Moon({ x, y, scale }: { x: number; y: number; scale: number }) {
  return (
    <path
      fill="var(--icon-moon)"
      transform={`translate(${x} ${y}) scale(${scale})`}
      d="M5.5-15.5A16 16 0 1 0 15.5 6 13.5 13.5 0 0 1 5.5-15.5Z"
    />
  );
}

interface CloudProps {
  x?: number;
  y?: number;
  scale?: number;
  tone?: string;
}

function Cloud({ x = 0, y = 0, scale = 1, tone = 'var(--icon-cloud)' }: CloudProps) {
  return (
    <path
      fill={tone}
      transform={`translate(${x} ${y}) scale(${scale})`}
      d="M17.5 47a10.5 10.5 0 0 1-1.3-20.9A15.5 15.5 0 0 1 45.8 26 10.7 10.7 0 0 1 46.5 47Z"
    />
  );
}

function Flake({ x, y }: { x: number; y: number }) {
  const arm = (angle: number) => {
    const dx = Math.cos(angle) * 4.2;
    const dy = Math.sin(angle) * 4.2;
    return `M${(x - dx).toFixed(1)} ${(y - dy).toFixed(1)}L${(x + dx).toFixed(1)} ${(y + dy).toFixed(1)}`;
  };
  return <Stroke tone="var(--icon-snow)" width={2.4} d={[0.5236, 1.5708, 2.618].map(arm).join('')} />;
}

function Stroke({ d, tone, width = 4 }: { d: string; tone: string; width?: number }) {
  return <path d={d} fill="none" stroke={tone} strokeWidth={width} strokeLinecap="round" strokeLinejoin="round" />;
}
