import { useEffect, useState } from 'react';
import { useLocation, useNavigate, type Location } from 'react-router-dom';
import { ApiError, request } from '@/api/api.js';
import * as strings from '@/strings/public-strings.js';
import { useTakenOver } from '@/ui/hydration.js';

/** State of a mail link. Opening it has no side effect, because mail scanners open links, too. */
export type LinkState =
  | { kind: 'ready' | 'working' | 'done' | 'expired' | 'unknown' }
  /** A valid link that can't be used (anymore); `message` says why. */
  | { kind: 'closed'; message: string }
  /** A failure unrelated to the link; retrying may help. */
  | { kind: 'failed'; message: string };

/** Maximum token length, which the gateway enforces as well. */
const maxTokenLength = 200;

const isValid = (token: unknown): token is string =>
  typeof token === 'string' && token !== '' && token.length <= maxTokenLength;

/**
 * Returns the token from the address and moves it into the history state: it no longer appears in the address bar or a
 * Referer header, and survives a reload.
 */
function useToken(): string {
  const { pathname, search, state } = useLocation() as Location<{ token?: unknown } | null>;
  const navigate = useNavigate();
  const tokenParam = new URLSearchParams(search).get('token');
  const storedToken = state?.token;
  const token = tokenParam ?? (isValid(storedToken) ? storedToken : '');
  useEffect(() => {
    if (isValid(tokenParam)) void navigate(pathname, { replace: true, state: { token: tokenParam } });
  }, [tokenParam, pathname, navigate]);
  useEffect(withoutReferrer, []);
  return token;
}

/**
 * Sends no Referer from this page until the visitor leaves it. Maps and videos on other pages need the site's address.
 */
function withoutReferrer(): () => void {
  const existing = document.head.querySelector<HTMLMetaElement>('meta[name="referrer"]');
  const meta = existing ?? document.createElement('meta');
  meta.name = 'referrer';
  meta.content = 'no-referrer';
  document.head.append(meta);
  return () => {
    meta.content = 'strict-origin-when-cross-origin';
  };
}

/** Returns the link's token and state, and a function that uses it in a POST to `path`. */
export function useMailLink(path: string) {
  const token = useToken();
  const isTakenOver = useTakenOver();
  const [used, setState] = useState<LinkState>({ kind: 'ready' });
  // The server renders the question without the token, which the page reads after the takeover.
  const isBroken = isTakenOver && used.kind === 'ready' && !isValid(token);
  const state: LinkState = isBroken ? { kind: 'unknown' } : used;

  async function post(body: object = {}) {
    if (state.kind === 'working') return;
    setState({ kind: 'working' });
    try {
      await request(path, { method: 'POST', json: { token, ...body } });
      setState({ kind: 'done' });
    } catch (error) {
      setState(failureOf(error));
    }
  }

  return { token, state, send: (body?: object) => void post(body) };
}

/** Maps a refusal to a link state. */
export function failureOf(error: unknown): LinkState {
  if (!(error instanceof ApiError)) return { kind: 'failed', message: strings.somethingWentWrong };
  if (error.status === 404) return { kind: 'unknown' };
  if (error.status === 409) return { kind: 'closed', message: error.message };
  if (error.status === 400 && error.fieldErrors['token']) return { kind: 'expired' };
  return { kind: 'failed', message: error.message };
}
