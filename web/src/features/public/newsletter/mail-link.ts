import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
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

/** The token in the address, and what becomes of using it in a POST to `path`. */
export function useMailLink(path: string) {
  const token = useSearchParams()[0].get('token') ?? '';
  const isToken = token !== '' && token.length <= longestToken;
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
