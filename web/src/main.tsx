/** Entry point of the web application: hydrates the server's markup, or renders the page. */
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { renderedFrom } from './api/page-document.js';
import { Providers } from './shell/app.js';
import { loadPage } from './shell/public/pages.js';
import { SiteRoutes } from './shell/router.js';
import { followTranslation, isTranslated, reportRecoverableError } from './ui/translated-text.js';
import './styles.css';
import './validation-without-eval.js';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

// Also what React renders into the body, such as dialogs.
followTranslation(document.body);

const site = (
  <StrictMode>
    <Providers>
      <BrowserRouter>
        <SiteRoutes />
      </BrowserRouter>
    </Providers>
  </StrictMode>
);

const rendered = renderedFrom();
// A document with markup contains these styles. Defining a font again would move text that was painted without it.
if (!rendered) void import('./fonts.css');
if (rendered) {
  loadPage(rendered.address.split('?', 1)[0] ?? '/').then(
    () => {
      // React can't take over translated markup.
      if (isTranslated(root)) createRoot(root).render(site);
      // As a transition, hydration is split into short tasks.
      else startTransition(() => void hydrateRoot(root, site, { onRecoverableError: reportRecoverableError }));
    },
    // The page then says that its code didn't load.
    () => createRoot(root).render(site),
  );
} else {
  createRoot(root).render(site);
}
