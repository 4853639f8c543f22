/** Icons of the dashboard's kinds of items, screens and actions. */
import { kindNamed } from '@site/domain/kinds';
import {
  ArchiveRestore,
  Ban,
  BellRing,
  Camera,
  CircleQuestionMark,
  Eraser,
  Fingerprint,
  Handshake,
  History,
  House,
  Image,
  Images,
  KeyRound,
  ListChecks,
  LogIn,
  Mail,
  Newspaper,
  PanelTop,
  RefreshCw,
  ScrollText,
  Send,
  ShieldCheck,
  TableProperties,
  Trash2,
  UserPlus,
  UserRoundSearch,
  Users,
  Webhook,
  type LucideIcon,
} from 'lucide-react';

const icons: Record<string, LucideIcon> = {
  newspaper: Newspaper,
  question: CircleQuestionMark,
  users: Users,
  'panel-top': PanelTop,
  image: Image,
  images: Images,
  camera: Camera,
  handshake: Handshake,
  mail: Mail,
  shield: ShieldCheck,
};
/** For screens and audit log actions without a kind. */
const otherIcons: Record<string, LucideIcon> = {
  home: House,
  alerts: BellRing,
  blog: Newspaper,
  moderate: ShieldCheck,
  jobs: ListChecks,
  audit: ScrollText,
  trash: Trash2,
  campaign: Send,
  newsletter: Send,
  notifications: BellRing,
  sending: BellRing,
  webhook: Webhook,
  subscribers: Send,
  job: RefreshCw,
  session: LogIn,
  password: KeyRound,
  reset: KeyRound,
  security: Fingerprint,
  factor: Fingerprint,
  identity: Fingerprint,
  people: Users,
  roles: TableProperties,
  person: Users,
  invitation: UserPlus,
  'personal-data': UserRoundSearch,
  access: Ban,
  retention: Eraser,
  backup: ArchiveRestore,
};

/** Accepts a kind, a dashboard screen, or the subject of an action. */
export const iconOf = (name: string): LucideIcon => icons[kindNamed(name)?.icon ?? ''] ?? otherIcons[name] ?? History;

export function KindIcon({ type }: { type: string }) {
  const Icon = iconOf(type);
  return (
    <span
      aria-hidden="true"
      className="flex size-10 shrink-0 items-center justify-center rounded-full bg-surface-raised text-ink-soft"
    >
      {/* eslint-disable-next-line react-hooks/static-components -- looked up in a table, not made here */}
      <Icon size={18} />
    </span>
  );
}
