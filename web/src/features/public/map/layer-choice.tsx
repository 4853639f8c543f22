import { mapLayers, type MapLayerName } from '@site/domain/weather/tile-grid';
import {
  Cloud,
  CloudLightning,
  CloudRain,
  Gauge,
  MapPin,
  Radar,
  Thermometer,
  Waves,
  Wind,
  type LucideIcon,
} from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { layerScales } from '@/components/map/layers/layer-scales.js';
import { classNames } from '@/ui/class-names.js';

/** Base layer. One at a time, because overlapping colors would be unreadable. */
export type GroundLayer = 'radar' | 'outlook' | MapLayerName;
/** Markers above the base layer. */
export type MarkLayer = 'reports' | 'rivers';

const grounds: Record<GroundLayer, { name: string; Icon: LucideIcon }> = {
  radar: { name: 'Radar', Icon: Radar },
  outlook: { name: 'Storm outlook', Icon: CloudLightning },
  clouds: { name: layerScales.clouds.name, Icon: Cloud },
  precipitation: { name: layerScales.precipitation.name, Icon: CloudRain },
  pressure: { name: layerScales.pressure.name, Icon: Gauge },
  wind: { name: layerScales.wind.name, Icon: Wind },
  temperature: { name: layerScales.temperature.name, Icon: Thermometer },
};
const marks = [
  { layer: 'reports', name: 'Storm reports', Icon: MapPin },
  { layer: 'rivers', name: 'Rivers', Icon: Waves },
] as const;

interface LayerPickerProps {
  /** Undefined until we know which layer is worth showing. */
  value: GroundLayer | undefined;
  onChange: (layer: GroundLayer) => void;
  /** Whether the five layers that need an API key are available. */
  hasTiles: boolean;
  visibleMarks: ReadonlySet<MarkLayer>;
  onToggle: (layer: MarkLayer) => void;
}

/** One base layer and any markers, each group on one line that scrolls on narrow screens. */
export function LayerPicker({ value, onChange, hasTiles, visibleMarks, onToggle }: LayerPickerProps) {
  const name = useId();
  const offered: GroundLayer[] = ['radar', 'outlook', ...(hasTiles ? mapLayers : [])];
  return (
    // A line each in any window, because more layers may be offered later.
    <div className="needs-script flex min-w-0 flex-col items-start gap-2">
      <Row legend="Map layer" className="rounded-lg bg-surface-raised p-1 ring-1 ring-line ring-inset">
        {offered.map((layer) => (
          <Chip
            key={layer}
            {...grounds[layer]}
            className={layer === value ? 'bg-sky text-on-sky' : 'text-ink-soft hover:bg-surface hover:text-ink'}
          >
            <input
              type="radio"
              name={name}
              value={layer}
              checked={layer === value}
              onChange={() => onChange(layer)}
              className="sr-only"
            />
          </Chip>
        ))}
      </Row>
      <Row legend="Markers on the map" className="py-1">
        {marks.map(({ layer, ...className }) => (
          <Chip
            key={layer}
            {...className}
            className={classNames(
              'ring-1 ring-inset',
              visibleMarks.has(layer) ? 'bg-sky-soft text-ink ring-sky' : 'text-ink-soft ring-edge hover:text-ink',
            )}
          >
            <input
              type="checkbox"
              checked={visibleMarks.has(layer)}
              onChange={() => onToggle(layer)}
              className="size-4 shrink-0 tick"
            />
          </Chip>
        ))}
      </Row>
    </div>
  );
}

function Row({ legend, className, children }: { legend: string; className: string; children: ReactNode }) {
  return (
    <fieldset className={classNames('max-w-full min-w-0 overflow-x-auto', className)}>
      <legend className="sr-only">{legend}</legend>
      <div className="flex gap-1">{children}</div>
    </fieldset>
  );
}

interface ChipProps {
  name: string;
  Icon: LucideIcon;
  className: string;
  children: ReactNode;
}

function Chip({ name, Icon, className, children }: ChipProps) {
  return (
    <label
      className={classNames(
        'relative flex min-h-11 cursor-pointer items-center gap-1.5 rounded-md px-3 text-sm font-semibold whitespace-nowrap transition-colors duration-150',
        'has-focus-visible:outline-3 has-focus-visible:-outline-offset-2 has-focus-visible:outline-sky',
        className,
      )}
    >
      {children}
      <Icon aria-hidden="true" size={16} className="shrink-0" />
      {name}
    </label>
  );
}
