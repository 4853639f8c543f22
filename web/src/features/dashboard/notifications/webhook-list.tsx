import type { Webhook } from '@site/proto/notifications/v1/webhooks.answers';
import { kindLabel, wishKinds } from '@site/domain/notifications/kinds';
import { mostWebhooks } from '@site/proto/notifications/v1/webhooks.schema';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { Ago } from '../../../dashboard-kit/ago.js';
import { DeleteDialog } from '../../../dashboard-kit/editor/delete-dialog.js';
import { reloadChanged } from '../../../dashboard-kit/list/changed.js';
import { Loaded } from '../../../dashboard-kit/list/loaded.js';
import { Button } from '../../../ui/button.js';
import { Section } from '../../../ui/section.js';
import { Loading } from '../../../ui/skeleton.js';
import { useToast } from '../../../ui/toast.js';
import { placesOf } from './notifications.js';
import { WebhookDialog } from './webhook-dialog.js';
import { deleteWebhook, levelWords, webhooksKey, webhooksQuery } from './webhooks.js';

/** Lists the webhooks, with buttons to add and delete them. */
export function WebhookList() {
  const webhooks = useQuery(webhooksQuery);
  const client = useQueryClient();
  const showToast = useToast();
  const add = useRef<HTMLButtonElement>(null);
  const [isAdding, setAdding] = useState(false);
  const [asked, setAsked] = useState<Webhook>();
  const reload = () => reloadChanged(client, webhooksKey);
  const isFull = (webhooks.data?.length ?? 0) >= mostWebhooks;
  return (
    <Section title="Webhooks" headingLook="text-lg" className="card p-5 md:p-6">
      <div className="mt-1 mb-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="min-w-0 flex-1 basis-60 text-ink-soft">
          {isFull
            ? `You’ve reached the limit of ${mostWebhooks} webhooks.`
            : 'Emergency managers’ systems, notified by signed webhooks.'}
        </p>
        <Button ref={add} size="small" aria-disabled={isFull || undefined} onClick={() => !isFull && setAdding(true)}>
          <Plus aria-hidden="true" size={16} />
          Add a webhook
        </Button>
      </div>
      <Loaded
        query={webhooks}
        failure="We couldn’t load the webhooks. Try again."
        placeholder={<Loading label="Loading the webhooks" className="flex flex-col gap-4" count={2} each="h-16" />}
      >
        {(all) =>
          all.length === 0 ? (
            <p className="py-6 text-center text-ink-soft">No webhooks yet.</p>
          ) : (
            <ul aria-label="Webhooks" className="divide-y divide-line">
              {all.map((webhook) => (
                <Item key={webhook.id} webhook={webhook} onDelete={() => setAsked(webhook)} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {isAdding && <WebhookDialog onMade={reload} onClose={() => setAdding(false)} returnFocusTo={() => add.current} />}
      <DeleteDialog
        asked={asked}
        title="Delete this webhook?"
        question="Its system gets no more warnings. The secret can’t be recovered."
        note={({ name, host }) => (
          <>
            <strong className="font-semibold text-ink">{name}</strong>, {host}
          </>
        )}
        failure="We couldn’t delete it. Try again."
        remove={deleteWebhook}
        onDeleted={({ name }) => {
          setAsked(undefined);
          showToast(`Deleted ${name}.`);
          reload();
        }}
        onFailed={reload}
        onCancel={() => setAsked(undefined)}
        returnFocusTo={() => add.current}
      />
    </Section>
  );
}

const kindWords = ({ kinds }: Webhook) =>
  kinds.length === wishKinds.length ? 'All kinds of weather' : kinds.map(kindLabel).join(', ');

function Item({ webhook, onDelete }: { webhook: Webhook; onDelete: () => void }) {
  const nameId = useId();
  const { name, host, created_at: made, last_ok_at: lastOk } = webhook;
  return (
    <li className="flex items-start gap-4 py-4 last:pb-0">
      <div className="min-w-0 flex-1 wrap-anywhere">
        <h3 id={nameId} className="text-base font-semibold">
          {name}
        </h3>
        <p className="text-ink-soft">{host}</p>
        <p className="mt-1 text-sm">
          {placesOf(webhook)}. {kindWords(webhook)}. {levelWords(webhook)}.
        </p>
        <p className="mt-1 text-sm text-ink-soft">
          Added <Ago at={made} />,{' '}
          {lastOk ? (
            <>
              last successful delivery <Ago at={lastOk} />
            </>
          ) : (
            'no successful delivery yet'
          )}
        </p>
      </div>
      <Button tone="secondary" size="small" aria-describedby={nameId} onClick={onDelete}>
        <Trash2 aria-hidden="true" size={16} />
        Delete
      </Button>
    </li>
  );
}
