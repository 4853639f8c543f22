import { verifyCodeInput } from '@site/proto/auth/v1/passwords.schema';
import { useRef, useState, type FormEvent } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { ApiError } from '../../../api/api.js';
import { Banner } from '../../../ui/banner.js';
import { Button } from '../../../ui/button.js';
import { TextField } from '../../../ui/forms/field.js';
import { useToast } from '../../../ui/toast.js';
import { strings } from '../../../strings.js';
import { CodeBoxes, emptyCode } from './code-boxes.js';
import { Entrance, EntranceLink } from './entrance.js';
import { FailureBanner } from '../../../domain/session/failure-banner.js';
import { readResetState, requestCode, verifyCode, type ResetState } from './reset.js';
import { changePasswordPath, forgotPasswordPath } from '../../../domain/session/session.js';

type Fields = 'email' | 'code';

/** /dashboard/otp: the code from the mail. It is sent and forgotten, never logged. */
export function Page() {
  const navigate = useNavigate();
  const given = readResetState(useLocation().state);
  const showToast = useToast();
  const [email, setEmail] = useState(given.email ?? '');
  const [code, setCode] = useState(emptyCode);
  const [faults, setFaults] = useState<Partial<Record<Fields, string>>>({});
  const [failure, setFailure] = useState<unknown>();
  const [busy, setBusy] = useState<'confirming' | 'sending'>();
  const underWay = useRef(false);
  const form = useRef<HTMLFormElement>(null);

  /** Runs a call unless one is under way, and shows why it failed. */
  async function carryOut(what: 'confirming' | 'sending', call: () => Promise<void>) {
    if (underWay.current) return;
    underWay.current = true;
    setBusy(what);
    setFailure(undefined);
    try {
      await call();
    } catch (error) {
      const known = error instanceof ApiError ? error.fieldErrors : {};
      showFaults(known);
      if (!known['code'] && !known['email']) setFailure(error);
    } finally {
      underWay.current = false;
      setBusy(undefined);
    }
  }

  function showFaults(found: Partial<Record<Fields, string>>) {
    setFaults(found);
    // Once they are drawn.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  }

  function confirm(event: FormEvent) {
    event.preventDefault();
    const checked = verifyCodeInput.safeParse({ email, code: code.join('') });
    if (!checked.success) {
      const faultOf = (field: Fields) => checked.error.issues.find(({ path }) => path[0] === field)?.message;
      showFaults({ email: faultOf('email'), code: faultOf('code') });
      return;
    }
    void carryOut('confirming', async () => {
      const { data } = await verifyCode(checked.data.email, checked.data.code);
      const state: ResetState = { email: checked.data.email, reset_token: data.reset_token };
      // The code has served: going back to it would lead nowhere.
      void navigate(changePasswordPath, { state, replace: true });
    });
  }

  function sendAgain() {
    void carryOut('sending', async () => {
      const { action } = await requestCode(email);
      setCode(emptyCode);
      setFaults({});
      showToast(action);
    });
  }

  return (
    <Entrance
      title={strings.enterConfirmationCode}
      intro={
        given.sent ? (
          <>
            {given.sent} {given.valid_minutes !== undefined && `It can be used for ${given.valid_minutes} minutes.`}
          </>
        ) : (
          'It is in the mail that we sent you.'
        )
      }
      links={<EntranceLink to={forgotPasswordPath}>Use another email address</EntranceLink>}
    >
      <form ref={form} noValidate className="flex flex-col gap-5" onSubmit={confirm}>
        {given.mail_delivered === false && (
          <Banner tone="info">
            This site does not deliver mail yet. Whoever runs it finds the mail with your code among its files.
          </Banner>
        )}
        {failure !== undefined && <FailureBanner error={failure} />}
        {given.email === undefined && (
          <TextField
            label={strings.emailAddress}
            type="email"
            autoComplete="username"
            aria-required
            error={faults.email}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
        <CodeBoxes
          code={code}
          onChange={(next) => {
            setCode(next);
            setFaults((known) => ({ ...known, code: undefined }));
          }}
          error={faults.code}
          disabled={busy === 'confirming'}
        />
        <Button type="submit" className="w-full" busyLabel={busy === 'confirming' && 'Confirming…'}>
          {strings.confirmCode}
        </Button>
        {given.email !== undefined && (
          <Button tone="quiet" onClick={sendAgain} busyLabel={busy === 'sending' && 'Sending…'}>
            Send a new code
          </Button>
        )}
      </form>
    </Entrance>
  );
}
