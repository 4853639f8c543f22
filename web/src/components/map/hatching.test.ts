import { hatchPicture, hatchSide, severityMarks } from './hatching.js';

const severities = ['Extreme', 'Severe', 'Moderate', 'Minor'] as const;
const mask = (severity: (typeof severities)[number]) => {
  const { colour, hatch } = severityMarks[severity];
  const { data } = hatchPicture(colour, hatch, 2);
  return [...data].filter((_value, index) => index % 4 === 3).join();
};

describe('the hatching', () => {
  it('tells severities apart without colour', () => {
    expect(new Set(severities.map(mask)).size).toBe(severities.length);
  });

  it('is drawn in the colour of the severity, at the resolution asked for', () => {
    const { width, height, data } = hatchPicture('#97000f', 'rising', 3);
    expect([width, height, data.length]).toEqual([hatchSide * 3, hatchSide * 3, (hatchSide * 3) ** 2 * 4]);
    expect([...data.slice(0, 3)]).toEqual([0x97, 0x00, 0x0f]);
  });

  it('leaves more open than it covers, so that names below stay readable', () => {
    for (const severity of severities) {
      const alphas = mask(severity).split(',').map(Number);
      const covered = alphas.reduce((sum, alpha) => sum + alpha, 0) / (255 * alphas.length);
      expect(covered).toBeGreaterThan(0.02);
      expect(covered).toBeLessThan(0.5);
    }
  });
});
