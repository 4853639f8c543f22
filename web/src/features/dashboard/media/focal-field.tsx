/** Form field for an image's focal point, which crops keep visible. */
import type { MediaItem } from '@site/proto/content/v1/media.responses';
import { useRef, type PointerEvent } from 'react';
import { useController } from 'react-hook-form';
import type { CheckedValues, FormValues, CustomControlProps } from '@/dashboard-kit/editor/resource.js';
import { isShowable, ResponsiveImage, type ImageSource } from '@/ui/image.js';

/** A smaller step isn't visible. */
const step = 0.01;
const rounded = (share: number) => Math.round(Math.min(1, Math.max(0, share)) / step) * step;
const asText = (share: number) => String(Number(rounded(share).toFixed(2)));
const percent = (share: number) => `${Math.round(share * 100)}%`;

export function FocalField({ control, set, item, disabled }: CustomControlProps<MediaItem>) {
  const x = useShare(control, 'focal_x');
  const y = useShare(control, 'focal_y');
  const image = item?.picture;
  if (!isShowable(image)) return null;

  function point(across: number, down: number) {
    if (disabled) return;
    set('focal_x', asText(across));
    set('focal_y', asText(down));
  }

  return (
    <fieldset className="min-w-0">
      <legend className="font-semibold">Focal point</legend>
      <p className="text-sm text-ink-soft">
        Click or drag to the most important part. It stays visible however the picture is cropped.
      </p>
      <Pointed image={image} x={x} y={y} onPoint={point} />
      <div className="mt-3 grid gap-x-6 gap-y-2 sm:grid-cols-2">
        <Slider label="Horizontal" value={x} side="left" disabled={disabled} onChange={(next) => point(next, y)} />
        <Slider label="Vertical" value={y} side="top" disabled={disabled} onChange={(next) => point(x, next)} />
      </div>
      <Crops image={{ ...image, focal: [x, y] }} />
    </fieldset>
  );
}

function useShare(control: CustomControlProps<MediaItem>['control'], name: string): number {
  const { field } = useController<FormValues, string, CheckedValues>({ name, control });
  return typeof field.value === 'string' && field.value ? Number(field.value) : 0.5;
}

interface PointedProps {
  image: ImageSource;
  x: number;
  y: number;
  onPoint: (x: number, y: number) => void;
}

/** Pointer only: keyboard users have the sliders. */
function Pointed({ image, x, y, onPoint }: PointedProps) {
  const box = useRef<HTMLDivElement>(null);

  function follow(event: PointerEvent) {
    const { left, top, width, height } = box.current!.getBoundingClientRect();
    if (width > 0 && height > 0) onPoint((event.clientX - left) / width, (event.clientY - top) / height);
  }

  return (
    <div className="mt-2 flex justify-center rounded-md bg-surface-raised">
      <div
        ref={box}
        data-testid="focal-point"
        className="relative max-w-full cursor-crosshair touch-none select-none"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture?.(event.pointerId);
          follow(event);
        }}
        onPointerMove={(event) => event.buttons > 0 && follow(event)}
      >
        <ResponsiveImage
          image={image}
          alt=""
          sizes="560px"
          fit="contain"
          className="pointer-events-none block h-auto max-h-72 w-auto max-w-full"
        />
        <span
          aria-hidden="true"
          style={{ left: percent(x), top: percent(y) }}
          className="pointer-events-none absolute size-8 -translate-1/2 rounded-full border-2 border-white bg-black/25 ring-2 ring-black"
        />
      </div>
    </div>
  );
}

interface SliderProps {
  label: string;
  value: number;
  side: 'left' | 'top';
  disabled: boolean;
  onChange: (value: number) => void;
}

function Slider({ label, value, side, disabled, onChange }: SliderProps) {
  return (
    <label className="flex min-h-11 items-center gap-3">
      <span className="w-14 shrink-0 text-sm">{label}</span>
      <input
        type="range"
        min={0}
        max={1}
        step={step}
        value={value}
        disabled={disabled}
        aria-valuetext={`${percent(value)} from the ${side}`}
        onChange={(event) => onChange(Number(event.target.value))}
        className="min-w-0 flex-1 accent-sky"
      />
      <span aria-hidden="true" className="figures w-11 text-right text-sm text-ink-soft">
        {percent(value)}
      </span>
    </label>
  );
}

const shapes = [
  { label: 'Wide, 16:9', shape: 'aspect-16/9' },
  { label: 'Square', shape: 'aspect-square' },
  { label: 'Banner, 3:1', shape: 'aspect-3/1' },
];

function Crops({ image }: { image: ImageSource }) {
  return (
    <ul aria-label="Crop previews" className="mt-3 grid grid-cols-3 items-start gap-3">
      {shapes.map(({ label, shape }) => (
        <li key={label}>
          <span className={`block overflow-hidden rounded-md bg-surface-raised ${shape}`}>
            <ResponsiveImage image={image} alt="" sizes="180px" className="size-full" />
          </span>
          <span className="mt-1 block text-sm text-ink-soft">{label}</span>
        </li>
      ))}
    </ul>
  );
}
