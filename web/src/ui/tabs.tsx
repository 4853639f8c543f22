import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

export interface Tab<Value extends string> {
  value: Value;
  label: string;
  /** Number of pending items, for instance 3 or "100+"; shown beside the label. */
  count?: number | string | undefined;
  content: ReactNode;
}

interface TabsProps<Value extends string> {
  label: string;
  tabs: Tab<Value>[];
  value: Value;
  onChange: (value: Value) => void;
}

/** Only the open tab is in the document. */
export function Tabs<Value extends string>({ label, tabs, value, onChange }: TabsProps<Value>) {
  return (
    <Radix.Root value={value} onValueChange={(next) => onChange(next as Value)}>
      <Radix.List aria-label={label} className="flex gap-1 overflow-x-auto border-b border-line">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="-mb-px min-h-11 border-b-2 border-transparent px-3 font-semibold whitespace-nowrap sm:px-4 text-ink-soft hover:text-ink focus-visible:outline-offset-[-3px] data-[state=active]:border-sky data-[state=active]:text-ink"
          >
            {tab.label}
            {tab.count !== undefined && ' '}
            {tab.count !== undefined && (
              <span className="figures ml-1 rounded-full bg-sky-soft px-2 py-0.5 text-sm text-ink">{tab.count}</span>
            )}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="pt-6">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
