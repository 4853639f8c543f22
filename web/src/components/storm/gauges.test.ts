import { buildGaugeCourse } from '@/testing/storm-builders.js';
import { runsOf, stageText, thresholdsOf } from './gauges.js';

describe('a river', () => {
  it('shows its stage in feet, preceded by meters in metric units', () => {
    expect(stageText(12.44, { system: 'us' })).toBe('12.4\u00a0ft');
    expect(stageText(-0.5, { system: 'standard' })).toBe('-0.5\u00a0ft');
    expect(stageText(12.44, { system: 'metric' })).toBe('3.79\u00a0m (12.4\u00a0ft)');
  });

  it('has only the flood stages that are defined', () => {
    const thresholds = { action_feet: null, minor_feet: 24, moderate_feet: null, major_feet: 0 };
    expect(thresholdsOf(buildGaugeCourse({ thresholds }))).toEqual([
      { label: 'Minor flooding', feet: 24 },
      { label: 'Major flooding', feet: 0 },
    ]);
  });

  it('has no line across gaps, and skips invalid readings', () => {
    const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour)).toISOString();
    const runs = runsOf([
      { at: at(0), feet: 1 },
      { at: at(1), feet: 2 },
      { at: 'yesterday', feet: 9 },
      { at: at(2), feet: Number.NaN },
      { at: at(12), feet: 3 },
    ]);
    expect(runs.map((run) => run.map(({ feet }) => feet))).toEqual([[1, 2], [3]]);
  });
});
