import type { SponsorView } from '@site/proto/submissions/v1/sponsors.schema';
import { Circle, Crop, LayoutGrid, RectangleHorizontal, type LucideIcon } from 'lucide-react';
import { SPONSOR_DESIGNS } from '../../../constants.js';

/** The four ways to show sponsors. */
export const designs: { view: SponsorView; name: string; Icon: LucideIcon }[] = [
  { view: SPONSOR_DESIGNS.bar, name: 'Bar', Icon: RectangleHorizontal },
  { view: SPONSOR_DESIGNS.circle, name: 'Circle', Icon: Circle },
  { view: SPONSOR_DESIGNS.grid, name: 'Grid', Icon: LayoutGrid },
  { view: SPONSOR_DESIGNS.crop, name: 'Crop', Icon: Crop },
];

export const nameOf = (view: SponsorView) => designs.find((design) => design.view === view)?.name ?? '';
