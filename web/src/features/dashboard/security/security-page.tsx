/** Screen of the user's password, second factors and sessions. */
import type { OpenSession } from '@site/proto/auth/v1/sessions.responses';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { MonitorSmartphone } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import * as strings from '@/strings/public-strings.js';
import { AdminPage, TokenNeeded } from '@/dashboard-kit/admin-page.js';
import { Ago } from '@/dashboard-kit/facts.js';
import { ActionDialog, Failure } from '@/dashboard-kit/action-dialog.js';
import { Loaded } from '@/dashboard-kit/list/paged-list.js';
import { changePasswordPath } from '@/components/session/session.js';
import { Button, ButtonLink } from '@/ui/button.js';
import { amount } from '@/ui/number-format.js';
import { Loading } from '@/ui/skeleton.js';
import { useToast } from '@/ui/toast.js';
import { SecondFactorsCard } from './second-factors-card.js';
import { endOtherSessions, endSession, sessionsQuery } from './security.js';
import { SettingsCard } from './settings-card.js';

const title = 'Security';

/** /dashboard/security and /moderate/security. */
export function Page() {
  return (
    <TokenNeeded title={title}>
      <AdminPage title={title} note="How you sign in, and where you’re signed in.">
        <div className="flex max-w-3xl flex-col gap-6">
          <SecondFactorsCard />
          <SettingsCard
            title={strings.password}
            note="A new password signs you out on every device, including this one."
            action={
              <ButtonLink to={changePasswordPath} tone="secondary" size="small">
                {strings.changePassword}
              </ButtonLink>
            }
          />
          <SessionsCard />
        </div>
      </AdminPage>
    </TokenNeeded>
  );
}

function SessionsCard() {
  const client = useQueryClient();
  const showToast = useToast();
  const list = useRef<HTMLUListElement>(null);
  const sessions = useQuery(sessionsQuery);
  const [target, setTarget] = useState<object>();
  const reload = () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  const endOne = useMutation({
    mutationFn: endSession,
    onSuccess: (_response, { device }) => {
      showToast(`Ended: ${device}.`);
      // The button is gone with its session.
      list.current?.focus();
    },
    // The session may have expired, so reload after errors too.
    onSettled: reload,
  });
  const others = sessions.data?.sessions.filter(({ current }) => !current).length ?? 0;
  return (
    <SettingsCard
      title="Sessions"
      note={
        sessions.data &&
        `Where you’re signed in. Sessions end after ${amount(sessions.data.idle_minutes, 'minute', 'minutes')} of inactivity.`
      }
      action={
        others > 0 && (
          <Button tone="secondary" size="small" onClick={() => setTarget({})}>
            End all others
          </Button>
        )
      }
    >
      <Failure text="We couldn’t end the session." error={endOne.error} className="mt-4" />
      <div className="mt-3">
        <Loaded
          query={sessions}
          failure="We couldn’t load your sessions."
          placeholder={<Loading label="Loading your sessions" count={2} each="mb-3 h-12" />}
        >
          {({ sessions: open }) => (
            <ul ref={list} tabIndex={-1} aria-label="Sessions" className="divide-y divide-line">
              {open.map((session) => (
                <SessionRow
                  key={session.id}
                  session={session}
                  isEnding={endOne.isPending && endOne.variables.id === session.id}
                  onEnd={() => endOne.mutate(session)}
                />
              ))}
            </ul>
          )}
        </Loaded>
      </div>
      <ActionDialog
        target={target}
        title="End all other sessions?"
        question="All your other devices are signed out within a few seconds."
        confirmLabel="End all others"
        busyLabel="Ending…"
        failure="We couldn’t end the sessions."
        destructive={false}
        act={endOtherSessions}
        onDone={(_target, { data }) => {
          setTarget(undefined);
          showToast(`${amount(data.ended, 'session', 'sessions')} ended.`);
          void reload();
        }}
        onFailed={() => void reload()}
        onCancel={() => setTarget(undefined)}
        returnFocusTo={() => list.current}
      />
    </SettingsCard>
  );
}

function SessionRow({ session, isEnding, onEnd }: { session: OpenSession; isEnding: boolean; onEnd: () => void }) {
  const nameId = useId();
  return (
    <li className="flex items-center gap-4 py-3">
      <MonitorSmartphone aria-hidden="true" size={22} className="shrink-0 text-ink-soft" />
      <div className="min-w-0 flex-1">
        <p id={nameId} className="font-semibold wrap-anywhere">
          {session.device}
          {session.current && (
            <span className="ml-2 inline-block rounded-full bg-ozark-soft px-2.5 py-0.5 text-sm font-semibold text-ozark">
              This device
            </span>
          )}
        </p>
        <p className="figures text-sm wrap-anywhere text-ink-soft">
          Network {session.network}, last seen <Ago at={session.last_seen_at} />
        </p>
      </div>
      {!session.current && (
        <Button
          tone="secondary"
          size="small"
          aria-describedby={nameId}
          onClick={onEnd}
          busyLabel={isEnding && 'Ending…'}
        >
          End
        </Button>
      )}
    </li>
  );
}
