/** Answers forms that a browser sends without scripts with a page of the same sentence instead of the envelope. */
import type { RequestHandler, Response } from 'express';
import type { Config } from '../../config.js';
import { isPageForm } from '../../edge/page-form.js';
import { frame, notice, subscriptionPolicy } from '../alert-subscription/subscription-frame.js';

interface Form {
  /** Title of the answer. */
  title: string;
  /** The form's page; absent if it's on several, or its address has a token. */
  path?: string;
}

const newsletter: Form = { title: 'Newsletter' };
const forms: Readonly<Record<string, Form>> = {
  '/main/contact-us': { title: 'Your message', path: '/contact' },
  '/main/snapshot/create': { title: 'Your photo', path: '/snapshots#send' },
  '/main/news/letter/create': newsletter,
  '/newsletter/confirm': newsletter,
  '/newsletter/unsubscribe': newsletter,
  '/newsletter/preferences': newsletter,
};

interface Envelope {
  status: boolean;
  action: string;
  errors?: readonly { message: string }[];
}

const homeLink = '<p><a href="/">Home page</a></p>';
const backLink = ({ path }: Form) =>
  path
    ? `<p><a href="${path}">Back to the form</a>. Your browser's back button keeps what you wrote.</p>`
    : `<p>Your browser's back button leads to the form and keeps what you wrote.</p>${homeLink}`;

/** Middleware before the routes of the forms. */
export function formPages({ PUBLIC_URL }: Config): RequestHandler {
  const policy = subscriptionPolicy(PUBLIC_URL.startsWith('https:'));
  return (request, response, next) => {
    const form = Object.hasOwn(forms, request.path) ? forms[request.path] : undefined;
    if (!form || !isPageForm(request)) return next();
    response.json = ({ status, action, errors }: Envelope): Response => {
      const sentences = errors?.map(({ message }) => message) ?? [action];
      const notices = sentences.map((sentence) => notice(status ? 'good' : 'bad', sentence));
      const body = notices.join('') + (status ? homeLink : backLink(form));
      return response
        .set('Content-Security-Policy', policy)
        .type('html')
        .send(frame({ title: form.title, body }, null));
    };
    next();
  };
}
