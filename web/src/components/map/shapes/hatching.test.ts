import { alertTones, type AlertTone } from '@/components/alerts/alert-variant.js';
import { areaMarks, createHatchImage, hatchSide } from './hatching.js';

const mask = (tone: AlertTone) => {
  const { color: colour, hatch } = areaMarks[tone];
  const { data } = createHatchImage(colour, hatch, 2);
  return [...data].filter((_value, index) => index % 4 === 3).join();
};

describe('the hatching', () => {
  it('distinguishes dangers without color', () => {
    expect(new Set(alertTones.map(mask)).size).toBe(alertTones.length);
  });

  it("is drawn in the danger's color at the requested resolution", () => {
    const { width, height, data } = createHatchImage('#97000f', 'rising', 3);
    expect([width, height, data.length]).toEqual([hatchSide * 3, hatchSide * 3, (hatchSide * 3) ** 2 * 4]);
    expect([...data.slice(0, 3)]).toEqual([0x97, 0x00, 0x0f]);
  });

  it('leaves more open than it covers, so that names below stay readable', () => {
    for (const tone of alertTones) {
      const alphas = mask(tone).split(',').map(Number);
      const covered = alphas.reduce((sum, alpha) => sum + alpha, 0) / (255 * alphas.length);
      expect(covered).toBeGreaterThan(0.02);
      expect(covered).toBeLessThan(0.5);
    }
  });
});
