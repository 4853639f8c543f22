import type { RiskLabel } from '@site/proto/weather/v1/outlook.responses';
import { classNames } from '@/ui/class-names.js';
import { describeRisk } from './risk-labels.js';

/** The center's colors; dark text on them has 4.5:1 or more. */
const grounds: Record<RiskLabel, string> = {
  TSTM: 'bg-[#c1e9c1]',
  MRGL: 'bg-[#7fc57f]',
  SLGT: 'bg-[#f6f67f]',
  ENH: 'bg-[#e6c27f]',
  MDT: 'bg-[#f08a8a]',
  HIGH: 'bg-[#ff8cff]',
};

/** Shows name and level of five, never color alone. */
export function RiskChip({ label, className }: { label: RiskLabel; className?: string }) {
  const { name, level } = describeRisk(label);
  return (
    <span
      className={classNames(
        'inline-flex flex-wrap items-baseline gap-x-2 rounded-full px-3 py-1 text-sm font-semibold text-[#1a2230] ring-1 ring-black/25 ring-inset',
        grounds[label],
        className,
      )}
    >
      {name}
      {level > 0 && <span className="font-normal">level {level} of 5</span>}
    </span>
  );
}
