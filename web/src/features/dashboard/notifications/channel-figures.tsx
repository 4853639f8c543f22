import {
  channelKinds,
  channelStates,
  type ChannelCount,
  type ChannelKind,
  type ChannelState,
} from '@site/proto/notifications/v1/subscriptions.answers';
import { numberText } from '../../../ui/figures.js';
import { channelNames, stateNames } from './notifications.js';

/** By importance. */
const shownStates: readonly ChannelState[] = ['confirmed', ...channelStates.filter((state) => state !== 'confirmed')];

/** Number of channels by kind and state. */
export function ChannelFigures({ channels }: { channels: ChannelCount[] }) {
  const count = (kind: ChannelKind, state: ChannelState) =>
    channels.find((each) => each.channel === kind && each.state === state)?.count ?? 0;
  const told = channels.reduce((sum, each) => sum + (each.state === 'confirmed' ? each.count : 0), 0);
  return (
    <section aria-labelledby="channel-figures" className="card p-5 md:p-6">
      <h2 id="channel-figures" className="text-lg">
        Subscribers
      </h2>
      <p className="mt-2 flex flex-wrap items-baseline gap-x-2">
        <span className="figures shrink-0 text-3xl font-bold">{numberText(told)}</span>
        <span className="text-ink-soft">{told === 1 ? 'device or address' : 'devices and addresses'}</span>
      </p>
      <div
        role="group"
        aria-labelledby="channel-figures"
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must take the focus (axe: scrollable-region-focusable)
        tabIndex={0}
        className="mt-3 overflow-x-auto"
      >
        <table aria-labelledby="channel-figures" className="w-full">
          <thead>
            <tr className="text-sm text-ink-soft">
              <th scope="col" className="py-1 text-left font-medium">
                Channel
              </th>
              {shownStates.map((state) => (
                <th key={state} scope="col" className="py-1 pl-3 text-right font-medium whitespace-nowrap">
                  {stateNames[state]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line border-t border-line">
            {channelKinds.map((kind) => (
              <tr key={kind}>
                <th scope="row" className="py-2 text-left font-medium">
                  {channelNames[kind]}
                </th>
                {shownStates.map((state) => (
                  <td key={state} className="figures py-2 pl-3 text-right">
                    {numberText(count(kind, state))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
