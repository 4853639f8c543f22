import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { Providers } from './shell/app.js';
import { SiteRoutes } from './shell/router.js';
import './styles.css';
import './validation-without-eval.js';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

createRoot(root).render(
  <StrictMode>
    <Providers>
      <BrowserRouter>
        <SiteRoutes />
      </BrowserRouter>
    </Providers>
  </StrictMode>,
);
