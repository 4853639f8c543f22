/** Color scales with the stops of OpenWeather's tiles (https://openweathermap.org/map_legend). US units come first. */
import type { MapLayerName } from '@site/domain/weather/tile-grid';

export interface ScaleStop {
  color: string;
  /** In the first and the second unit. */
  labels: readonly [string, string];
}

export interface LayerScale {
  name: string;
  units: readonly [string, string];
  stops: readonly ScaleStop[];
}

const rgba = (red: number, green: number, blue: number, alpha = 1) => `rgba(${red}, ${green}, ${blue}, ${alpha})`;

/** Uses a minus sign as wide as a plus. */
const minus = (value: number) => String(value).replace('-', '−');

const celsius = (degrees: number, color: string): ScaleStop => ({
  color,
  labels: [minus(Math.round(degrees * 1.8 + 32)), minus(degrees)],
});
const metersPerSecond = (speed: number, color: string): ScaleStop => ({
  color,
  labels: [String(Math.round(speed * 2.236936)), String(Math.round(speed * 3.6))],
});
const hectopascals = (pressure: number, color: string): ScaleStop => ({
  color,
  labels: [(pressure * 0.0295299831).toFixed(1), String(pressure)],
});
const millimetres = (depth: number, color: string): ScaleStop => ({
  color,
  labels: [String(Number((depth / 25.4).toPrecision(2))), String(depth)],
});
const percent = (share: number, alpha: number): ScaleStop => ({
  color: rgba(244, 244, 255, alpha),
  labels: [String(share), ''],
});

export const layerScales: Readonly<Record<MapLayerName, LayerScale>> = {
  clouds: {
    name: 'Clouds',
    units: ['%', ''],
    stops: [percent(0, 0), percent(20, 0.2), percent(40, 0.4), percent(60, 0.75), percent(80, 1), percent(100, 1)],
  },
  precipitation: {
    name: 'Precipitation',
    units: ['in', 'mm'],
    stops: [
      millimetres(0.5, rgba(120, 120, 190, 0)),
      millimetres(1, rgba(110, 110, 205, 0.3)),
      millimetres(10, rgba(80, 80, 225, 0.7)),
      millimetres(140, rgba(20, 20, 255, 0.9)),
    ],
  },
  pressure: {
    name: 'Pressure',
    units: ['inHg', 'hPa'],
    stops: [
      hectopascals(980, rgba(75, 208, 214)),
      hectopascals(1000, rgba(141, 231, 199)),
      hectopascals(1010, rgba(176, 247, 32)),
      hectopascals(1020, rgba(240, 184, 0)),
      hectopascals(1040, rgba(251, 85, 21)),
      hectopascals(1060, rgba(243, 54, 59)),
    ],
  },
  wind: {
    name: 'Wind',
    units: ['mph', 'km/h'],
    stops: [
      metersPerSecond(1, rgba(255, 255, 255, 0)),
      metersPerSecond(5, rgba(238, 206, 206, 0.4)),
      metersPerSecond(15, rgba(179, 100, 188, 0.7)),
      metersPerSecond(25, rgba(63, 33, 59, 0.8)),
      metersPerSecond(50, rgba(116, 76, 172, 0.9)),
    ],
  },
  temperature: {
    name: 'Temperature',
    units: ['°F', '°C'],
    stops: [
      celsius(-20, rgba(32, 140, 236)),
      celsius(-10, rgba(32, 196, 232)),
      celsius(0, rgba(35, 221, 221)),
      celsius(10, rgba(194, 255, 40)),
      celsius(20, rgba(255, 240, 40)),
      celsius(25, rgba(255, 194, 40)),
      celsius(30, rgba(252, 128, 20)),
    ],
  },
};
