import {
  Camera,
  CircleQuestionMark,
  Handshake,
  History,
  Image,
  KeyRound,
  LogIn,
  Mail,
  Newspaper,
  PanelTop,
  RefreshCw,
  Send,
  ShieldCheck,
  Users,
  type LucideIcon,
} from 'lucide-react';

/** Each kind of thing by the icon that the sidebar has for it. */
const icons: Record<string, LucideIcon> = {
  snapshot: Camera,
  sponsor: Handshake,
  post: Newspaper,
  faq: CircleQuestionMark,
  team: Users,
  moderator: ShieldCheck,
  header: PanelTop,
  logo: Image,
  contact: Mail,
  campaign: Send,
  newsletter: Send,
  subscribers: Send,
  job: RefreshCw,
  session: LogIn,
  password: KeyRound,
};

/** Stands before a line about a thing of this kind; says nothing that the line does not. */
export function SubjectIcon({ type }: { type: string }) {
  const Icon = icons[type] ?? History;
  return (
    <span
      aria-hidden="true"
      className="flex size-10 shrink-0 items-center justify-center rounded-full bg-surface-raised text-ink-soft"
    >
      <Icon size={18} />
    </span>
  );
}
