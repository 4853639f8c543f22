import type { OpenSession } from '@site/proto/auth/v1/sessions.answers';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { MonitorSmartphone } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { Ago } from '../../../dashboard-kit/ago.js';
import { FailureText } from '../../../dashboard-kit/editor/delete-dialog.js';
import { Loaded } from '../../../dashboard-kit/list/loaded.js';
import { Banner } from '../../../ui/banner.js';
import { Button } from '../../../ui/button.js';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.js';
import { amount } from '../../../ui/figures.js';
import { Loading } from '../../../ui/skeleton.js';
import { useToast } from '../../../ui/toast.js';
import { endOtherSessions, endSession, sessionsQuery } from './security.js';
import { SettingsCard } from './settings-card.js';

/** The user's sessions, with buttons to end them. */
export function SessionsCard() {
  const client = useQueryClient();
  const showToast = useToast();
  const list = useRef<HTMLUListElement>(null);
  const sessions = useQuery(sessionsQuery);
  const [isAsked, setIsAsked] = useState(false);
  const reload = () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  const endOne = useMutation({
    networkMode: 'always',
    mutationFn: endSession,
    onSuccess: (_answer, { device }) => {
      showToast(`Ended: ${device}.`);
      // The button is gone with its session.
      list.current?.focus();
    },
    // The session may have expired, so reload after errors too.
    onSettled: reload,
  });
  const endOthers = useMutation({
    networkMode: 'always',
    mutationFn: endOtherSessions,
    onSuccess: ({ data }) => {
      setIsAsked(false);
      showToast(`${amount(data.ended, 'session', 'sessions')} ended.`);
    },
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
          <Button tone="secondary" size="small" onClick={() => setIsAsked(true)}>
            End all others
          </Button>
        )
      }
    >
      {endOne.isError && (
        <Banner tone="error" className="mt-4">
          <FailureText text="We couldn’t end the session." error={endOne.error} />
        </Banner>
      )}
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
      <ConfirmDialog
        open={isAsked}
        title="End all other sessions?"
        text="All your other devices are signed out within a few seconds."
        confirmLabel="End all others"
        busyLabel="Ending…"
        busy={endOthers.isPending}
        error={endOthers.isError && <FailureText text="We couldn’t end the sessions." error={endOthers.error} />}
        onConfirm={() => endOthers.mutate()}
        onCancel={() => {
          endOthers.reset();
          setIsAsked(false);
        }}
        returnFocusTo={() => list.current}
      />
    </SettingsCard>
  );
}

interface SessionRowProps {
  session: OpenSession;
  isEnding: boolean;
  onEnd: () => void;
}

function SessionRow({ session, isEnding, onEnd }: SessionRowProps) {
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
