/** Radio buttons for the map's weather layer. */
import { mapLayers, type MapLayerName } from '@site/domain/weather/tile-grid';
import { Cloud, CloudRain, Gauge, Thermometer, Wind } from 'lucide-react';
import { useId } from 'react';
import { classNames } from '@/ui/class-names.js';
import { layerScales } from './layer-scales.js';

const icons = { clouds: Cloud, precipitation: CloudRain, pressure: Gauge, wind: Wind, temperature: Thermometer };

interface LayerPickerProps {
  value: MapLayerName;
  onChange: (layer: MapLayerName) => void;
  /** Id of the text that says why no layer can be chosen. */
  disabledBy?: string | undefined;
}

export function LayerPicker({ value, onChange, disabledBy }: LayerPickerProps) {
  const name = useId();
  return (
    <fieldset aria-describedby={disabledBy} className="min-w-0">
      <legend className="sr-only">Weather layer</legend>
      <div className="flex flex-wrap gap-1 rounded-lg bg-surface-raised p-1 ring-1 ring-line ring-inset">
        {mapLayers.map((layer) => {
          const Icon = icons[layer];
          const isSelected = layer === value && !disabledBy;
          return (
            <label
              key={layer}
              className={classNames(
                'flex min-h-11 max-w-full grow items-center justify-center gap-1.5 rounded-md px-3 text-sm wrap-anywhere font-semibold transition-colors duration-150',
                'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-sky',
                isSelected ? 'bg-sky text-on-sky' : 'text-ink-soft',
                disabledBy
                  ? 'cursor-not-allowed opacity-60'
                  : !isSelected && 'cursor-pointer hover:bg-surface hover:text-ink',
              )}
            >
              <input
                type="radio"
                name={name}
                value={layer}
                checked={layer === value}
                disabled={Boolean(disabledBy)}
                onChange={() => onChange(layer)}
                className="sr-only"
              />
              <Icon aria-hidden="true" size={16} className="shrink-0" />
              {layerScales[layer].name}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
