import type { ReactNode } from 'react';

interface StatsTableProps {
  labelledBy: string;
  /** The first is for the row names. */
  columns: string[];
  children: ReactNode;
}

/** Scrolls horizontally in narrow windows or with large text, so that the page doesn't get wider. */
export function StatsTable({ labelledBy, columns: [first, ...others], children }: StatsTableProps) {
  return (
    <div
      role="group"
      aria-labelledby={labelledBy}
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must take the focus (axe: scrollable-region-focusable)
      tabIndex={0}
      className="mt-5 overflow-x-auto"
    >
      <table aria-labelledby={labelledBy} className="w-full">
        <thead>
          <tr className="text-sm text-ink-soft">
            <th scope="col" className="py-1 text-left font-medium">
              {first}
            </th>
            {others.map((name) => (
              <th key={name} scope="col" className="py-1 pl-4 text-right font-medium whitespace-nowrap">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-t border-line">{children}</tbody>
      </table>
    </div>
  );
}

interface StatsRowProps {
  name: ReactNode;
  values: (string | null)[];
}

export function StatsRow({ name, values }: StatsRowProps) {
  return (
    <tr>
      <th scope="row" className="py-2.5 pr-2 text-left align-top font-medium">
        {name}
      </th>
      {values.map((figure, column) => (
        <td key={column} className="figures py-2.5 pl-4 text-right align-top whitespace-nowrap">
          {figure ?? '–'}
        </td>
      ))}
    </tr>
  );
}
