/** Places names on the drawn map beside their points, without overlaps. Lengths are in CSS pixels. */

export interface Label {
  name: string;
  x: number;
  y: number;
  fontSize: number;
  /** Area names are centered on their point, town names beside it. */
  isArea?: boolean;
}

interface Placement {
  /** Anchor of the text: its start, center or end, on the baseline. */
  textX: number;
  textY: number;
  anchor: 'start' | 'middle' | 'end';
}

interface Rectangle {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Average, relative to the font size, on the generous side. */
const letterWidth = 0.6;
/** Between a point and its name. */
const gap = 7;
const air = 2;

const overlap = (one: Rectangle, other: Rectangle) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** Yields possible positions, best first, with the rectangle that each covers. */
function* placesFor(label: Label): Generator<Placement & { covers: Rectangle }> {
  const { x, y, fontSize } = label;
  const width = label.name.length * fontSize * letterWidth;
  const low = fontSize * 0.35;
  const tries = label.isArea
    ? ([['middle', x, y + low]] as const)
    : ([
        ['start', x + gap, y + low],
        ['end', x - gap, y + low],
        ['middle', x, y - gap],
        ['middle', x, y + gap + fontSize * 0.8],
      ] as const);
  for (const [anchor, textX, textY] of tries) {
    const left = anchor === 'start' ? textX : anchor === 'end' ? textX - width : textX - width / 2;
    const covers = {
      left: left - air,
      right: left + width + air,
      top: textY - fontSize * 0.85 - air,
      bottom: textY + fontSize * 0.25 + air,
    };
    yield { textX, textY, anchor, covers };
  }
}

/** @param labels most important first; those that don't fit are dropped */
export function placeLabels<Named extends Label>(
  labels: readonly Named[],
  frame: { width: number; height: number },
): (Named & Placement)[] {
  const taken: Rectangle[] = [];
  const placed: (Named & Placement)[] = [];
  for (const label of labels) {
    for (const { covers, ...placement } of placesFor(label)) {
      const isInside =
        covers.left >= 0 && covers.top >= 0 && covers.right <= frame.width && covers.bottom <= frame.height;
      if (!isInside || taken.some((other) => overlap(covers, other))) continue;
      taken.push(covers);
      placed.push({ ...label, ...placement });
      break;
    }
  }
  return placed;
}
