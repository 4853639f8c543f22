import type { RequestHandler, Response } from 'express';
import type { Config } from '../../config.js';
import { frame, notice, subscriptionPolicy } from '../subscription/subscription-frame.js';

/** Answers forms that a browser sends without scripts with a page of the same sentence instead of the envelope. */

/** By address, the form's page and the title of the answer. */
const forms: Readonly<Record<string, { path: string; title: string }>> = {
  '/main/contact-us': { path: '/contact', title: 'Your message' },
};

interface Envelope {
  status: boolean;
  action: string;
  errors?: readonly { message: string }[];
}

/** Scripts ask for JSON; only navigations ask for a page. */
const wantsPage = (accept: string | undefined) => accept?.includes('text/html') ?? false;

/** Middleware before the routes of the forms. */
export function formPages({ PUBLIC_URL }: Config): RequestHandler {
  const policy = subscriptionPolicy(PUBLIC_URL.startsWith('https:'));
  return (request, response, next) => {
    const form = Object.hasOwn(forms, request.path) ? forms[request.path] : undefined;
    if (!form || request.method !== 'POST' || !wantsPage(request.headers.accept)) return next();
    response.json = (said: Envelope): Response => {
      const sentences = said.errors?.map(({ message }) => message) ?? [said.action];
      const body = [
        ...sentences.map((sentence) => notice(said.status ? 'good' : 'bad', sentence)),
        said.status
          ? '<p><a href="/">Home page</a></p>'
          : `<p><a href="${form.path}">Back to the form</a>. Your browser's back button keeps what you wrote.</p>`,
      ];
      return response
        .set('Content-Security-Policy', policy)
        .type('html')
        .send(frame({ title: form.title, body: body.join('') }, null));
    };
    next();
  };
}
