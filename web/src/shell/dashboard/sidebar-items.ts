import {
  BellRing,
  Camera,
  CircleQuestionMark,
  Handshake,
  House,
  Image,
  ListChecks,
  Mail,
  Newspaper,
  PanelTop,
  ScrollText,
  Send,
  ShieldCheck,
  Trash2,
  Users,
  type LucideIcon,
} from 'lucide-react';
import { strings } from '../../strings.js';

export interface SidebarItem {
  label: string;
  Icon: LucideIcon;
  /** Absent until its screen exists: the item is then shown, but leads nowhere. */
  path?: string;
}

/** The specification's eleven items, in its order (GUARD-10). "Get Alerts" has no screen there (GUARD-11). */
export const sidebarItems: SidebarItem[] = [
  { label: strings.home, Icon: House, path: '/dashboard/home' },
  { label: strings.sidebarHeader, Icon: PanelTop, path: '/dashboard/header' },
  { label: strings.sidebarLogo, Icon: Image, path: '/dashboard/logo' },
  { label: strings.sidebarSponsors, Icon: Handshake, path: '/dashboard/sponsor' },
  { label: strings.getAlerts, Icon: BellRing },
  { label: strings.sidebarSnapshots, Icon: Camera, path: '/dashboard/snapshot' },
  { label: strings.sidebarBlogPost, Icon: Newspaper, path: '/dashboard/blog' },
  { label: strings.contactUs, Icon: Mail, path: '/dashboard/contact' },
  { label: strings.sidebarOurTeam, Icon: Users, path: '/dashboard/team' },
  { label: strings.sidebarFaqs, Icon: CircleQuestionMark, path: '/dashboard/faq' },
  { label: strings.sidebarModerators, Icon: ShieldCheck, path: '/dashboard/moderate' },
];

/** What keeps the site running; a group of its own below the specification's. */
export const operationsItems: SidebarItem[] = [
  { label: strings.newsletter, Icon: Send, path: '/dashboard/newsletter' },
  { label: strings.sidebarJobs, Icon: ListChecks, path: '/dashboard/jobs' },
  { label: strings.sidebarAudit, Icon: ScrollText, path: '/dashboard/audit' },
  { label: strings.sidebarTrash, Icon: Trash2, path: '/dashboard/trash' },
];
