import type { Member } from '@site/proto/content/v1/team.answers';
import { TEAM_BREAKPOINTS, TEAM_REPEATED_TO, TEAM_SLIDES_AT_LEAST } from '../../../constants.js';

/** The slides of the team: one for each, or, when there are fewer than three, the same again until there are five. */
export function teamSlides(members: Member[]): { member: Member; repeated: boolean }[] {
  const count = members.length < TEAM_SLIDES_AT_LEAST ? TEAM_REPEATED_TO : members.length;
  return Array.from({ length: members.length > 0 ? count : 0 }, (_, index) => ({
    // Not empty: there are no slides without members.
    member: members[index % members.length] as Member,
    repeated: index >= members.length,
  }));
}

/** The slide that the carousel starts on. */
export const middleOf = (count: number) => Math.floor(count / 2);

/** How many slides stand beside each other in a window, and how much of the next ones looks in. */
export function teamView(fits: (width: number) => boolean): { slides: number; padding: string } {
  const [widest] = TEAM_BREAKPOINTS;
  return TEAM_BREAKPOINTS.filter(({ width }) => fits(width)).at(-1) ?? widest;
}
