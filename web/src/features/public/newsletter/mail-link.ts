import { useEffect, useState } from 'react';
import { useLocation, useNavigate, type Location } from 'react-router-dom';
import { ApiError, request } from '../../../api/api.js';
import * as strings from '../../../strings.js';

/** Where somebody stands who followed a link of one of our mails. Opening it does nothing: mail scanners open links, too. */
export type LinkState =
  | { kind: 'ready' | 'working' | 'done' | 'expired' | 'unknown' }
  /** It was one of ours, but cannot be used (any more); the message says why. */
  | { kind: 'closed'; message: string }
  /** Not the link's fault; trying again may help. */
  | { kind: 'failed'; message: string };

/** No token of ours is longer, and the gateway takes no longer one. */
const longestToken = 200;

const isValid = (token: unknown): token is string =>
  typeof token === 'string' && token !== '' && token.length <= longestToken;

/**
 * Returns the token of the page's address, and moves it out of the address into the history entry's state: neither the address bar nor
 * a Referer shows it, and a reload still finds it.
 */
function useToken(): string {
  const { pathname, search, state } = useLocation() as Location<{ token?: unknown } | null>;
  const navigate = useNavigate();
  const given = new URLSearchParams(search).get('token');
  const kept = state?.token;
  const token = given ?? (isValid(kept) ? kept : '');
  useEffect(() => {
    if (isValid(given)) void navigate(pathname, { replace: true, state: { token: given } });
  }, [given, pathname, navigate]);
  useEffect(withoutReferrer, []);
  return token;
}

/** Keeps the address out of all requests of this page, until it is left: maps and videos on other pages need the site's address. */
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

/** The token in the address, and what becomes of using it in a POST to `path`. */
export function useMailLink(path: string) {
  const token = useToken();
  const isToken = isValid(token);
  const [state, setState] = useState<LinkState>({ kind: isToken ? 'ready' : 'unknown' });

  async function post(wish: object = {}) {
    if (state.kind === 'working') return;
    setState({ kind: 'working' });
    try {
      await request(path, { method: 'POST', json: { token, ...wish } });
      setState({ kind: 'done' });
    } catch (error) {
      setState(failureOf(error));
    }
  }

  return { token, state, send: (wish?: object) => void post(wish) };
}

/** What a refusal says about the link. */
export function failureOf(error: unknown): LinkState {
  if (!(error instanceof ApiError)) return { kind: 'failed', message: strings.somethingWentWrong };
  if (error.status === 404) return { kind: 'unknown' };
  if (error.status === 409) return { kind: 'closed', message: error.message };
  if (error.status === 400 && error.fieldErrors['token']) return { kind: 'expired' };
  return { kind: 'failed', message: error.message };
}
