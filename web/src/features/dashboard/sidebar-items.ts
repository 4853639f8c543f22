import {
  BellRing,
  Camera,
  CircleQuestionMark,
  Handshake,
  House,
  Image,
  Mail,
  Newspaper,
  PanelTop,
  ShieldCheck,
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

/** The specification's eleven items, in its order (GUARD-10). */
export const sidebarItems: SidebarItem[] = [
  { label: strings.home, Icon: House, path: '/dashboard/home' },
  { label: strings.sidebarHeader, Icon: PanelTop },
  { label: strings.sidebarLogo, Icon: Image },
  { label: strings.sidebarSponsors, Icon: Handshake },
  { label: strings.getAlerts, Icon: BellRing },
  { label: strings.sidebarSnapshots, Icon: Camera, path: '/dashboard/snapshot' },
  { label: strings.sidebarBlogPost, Icon: Newspaper },
  { label: strings.contactUs, Icon: Mail },
  { label: strings.sidebarOurTeam, Icon: Users },
  { label: strings.sidebarFaqs, Icon: CircleQuestionMark },
  { label: strings.sidebarModerators, Icon: ShieldCheck },
];
