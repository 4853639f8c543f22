import { placeLabels } from './place-labels.js';

const frame = { width: 400, height: 300 };
const town = (name: string, x: number, y: number) => ({ name, x, y, fontSize: 13 });

describe('names on the drawn map', () => {
  it('are placed beside their towns, on the side with room', () => {
    const [west, east] = placeLabels([town('Conway', 100, 100), town('Jonesboro', 395, 200)], frame);
    expect(west).toMatchObject({ anchor: 'start', name: 'Conway' });
    expect(west!.textX).toBeGreaterThan(100);
    expect(east).toMatchObject({ anchor: 'end', name: 'Jonesboro' });
  });

  it('never overlap: less important names move or are dropped', () => {
    const crowd = Array.from({ length: 20 }, (_unused, index) => town(`Town ${index}`, 200 + (index % 3), 150));
    const placed = placeLabels(crowd, frame);
    expect(placed[0]!.name).toBe('Town 0');
    expect(placed.length).toBeLessThan(6);
    // Seven letters of 13 px are about 50 px wide.
    const isOver = (one: (typeof placed)[number], other: (typeof placed)[number]) =>
      Math.abs(one.textY - other.textY) < 13 && one.anchor === other.anchor && Math.abs(one.textX - other.textX) < 50;
    for (const one of placed) expect(placed.filter((other) => isOver(one, other))).toEqual([one]);
  });

  it('are complete or absent', () => {
    const name = 'A town with a name that is longer than the whole map is wide, which no town of ours has';
    expect(placeLabels([town(name, 200, 150), { ...town('Pulaski', 2, 150), isArea: true }], frame)).toEqual([]);
  });
});
