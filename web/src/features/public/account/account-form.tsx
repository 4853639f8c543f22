/** Frame of the pages for signing in and resetting a password. */
import { ArrowLeft } from 'lucide-react';
import type { FormEvent, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '@/ui/button.js';
import { ThemeToggle } from '@/ui/theme-toggle.js';
import { PageTitle } from '@/ui/pages/page-title.js';
import { Ridges } from '@/ui/ridges.js';
import * as strings from '@/strings/public-strings.js';

interface EntranceProps {
  title: string;
  intro?: ReactNode;
  children: ReactNode;
  links?: ReactNode;
}

export function Entrance({ title, intro, children, links }: EntranceProps) {
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
          <PageTitle title={title} className="mt-5 text-2xl" />
          {intro && <div className="mt-2 text-ink-soft">{intro}</div>}
          <div className="mt-6">{children}</div>
          {links && <div className="mt-4 flex flex-wrap justify-center gap-x-6">{links}</div>}
        </div>
      </main>
    </div>
  );
}

export function EntranceLink({ to, state, children }: { to: string; state?: unknown; children: string }) {
  return (
    <Link to={to} state={state} className="text-link inline-flex min-h-11 items-center rounded-sm">
      {children}
    </Link>
  );
}

interface EntranceFormProps {
  form: { submit: (event: FormEvent) => void; isSubmitting: boolean };
  submitLabel: string;
  busyLabel: string;
  children: ReactNode;
}

/** The browser's own messages would repeat ours. */
export function EntranceForm({ form, submitLabel, busyLabel, children }: EntranceFormProps) {
  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={form.submit}>
      {children}
      <Button type="submit" className="w-full" busyLabel={form.isSubmitting && busyLabel}>
        {submitLabel}
      </Button>
    </form>
  );
}
