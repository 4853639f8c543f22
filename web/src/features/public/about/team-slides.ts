import type { Member } from '@site/proto/content/v1/team.responses';
import { TEAM_BREAKPOINTS, TEAM_REPEATED_TO, TEAM_MIN_SLIDES } from '@/constants/display-constants.js';

/** Fewer than three members are repeated to fill five slides. */
export function teamSlides(members: Member[]): { member: Member; repeated: boolean }[] {
  const count = members.length < TEAM_MIN_SLIDES ? TEAM_REPEATED_TO : members.length;
  return Array.from({ length: members.length > 0 ? count : 0 }, (_, index) => ({
    // Never undefined: without members there are no slides.
    member: members[index % members.length] as Member,
    repeated: index >= members.length,
  }));
}

export const middleOf = (count: number) => Math.floor(count / 2);

/** Returns how many slides fit, and how much of the next ones is visible. */
export function teamView(fits: (width: number) => boolean): { slides: number; padding: string } {
  const [desktopBreakpoint] = TEAM_BREAKPOINTS;
  return TEAM_BREAKPOINTS.filter(({ width }) => fits(width)).at(-1) ?? desktopBreakpoint;
}
