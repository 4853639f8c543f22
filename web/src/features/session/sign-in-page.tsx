import { useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { Link, useNavigate } from 'react-router-dom';
import { ThemeToggle } from '../../components/layout/theme-toggle.js';
import { PageTitle } from '../../components/page-title.js';
import { Ridges } from '../../components/ridges.js';
import { strings } from '../../strings.js';
import { homeOf, type Session } from './session.js';
import { SignInForm } from './sign-in-form.js';

/** /dashboard/login */
export function Page() {
  const navigate = useNavigate();
  const client = useQueryClient();

  function enter(session: Session) {
    // Nothing of whoever was signed in before.
    client.removeQueries({ queryKey: ['admin'] });
    void navigate(homeOf(session), { replace: true });
  }

  return (
    <div className="relative isolate flex min-h-dvh flex-col overflow-hidden">
      <Ridges className="absolute inset-x-0 bottom-0 -z-10 h-[34dvh] w-full text-sky-soft" />
      <header className="flex items-center justify-between p-3 md:p-5">
        <Link
          to="/"
          className="inline-flex min-h-11 items-center gap-2 rounded-full px-3 font-semibold hover:bg-surface"
        >
          <ArrowLeft aria-hidden="true" size={18} />
          {strings.siteName}
        </Link>
        <ThemeToggle />
      </header>
      <main className="flex flex-1 items-start justify-center px-4 pt-[6dvh] pb-24">
        <div className="card w-full max-w-[26rem] p-6 md:p-8">
          <img src="/favicon.svg" alt="" width={44} height={44} />
          <PageTitle title={strings.signInHeading} className="mt-5 mb-6 text-2xl" />
          <SignInForm onSignedIn={enter} />
        </div>
      </main>
    </div>
  );
}
