import type { Screen } from './public-screens.mjs';

export interface DashboardScreen extends Screen {
  /** False for screens that need no session. */
  signedIn?: boolean;
}

export const dashboardScreens: DashboardScreen[];
