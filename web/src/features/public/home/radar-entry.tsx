import { stateName } from '@site/state/state';
import { ChevronRight } from 'lucide-react';
import { lazy } from 'react';
import { Link } from 'react-router-dom';
import { Late } from '../../../ui/late.js';

// Loads with the sections below: a daily risk isn't a warning, and the first chunk has no room for it.
const OutlookWords = lazy(() => import('./home-sections.js').then((module) => ({ default: module.OutlookWords })));

const otherwise = `Rain and storms over ${stateName} on radar.`;

/** Radar link with today's risk below it. Keeps its height while the risk loads, so nothing shifts. */
export function RadarEntry() {
  return (
    <Link to="/map" className="card flex items-center gap-4 px-5 py-3 hover:bg-surface-raised">
      <span className="min-w-0 flex-1">
        <span className="block font-bold">Is it coming here? Open the radar</span>
        <span className="line-clamp-2 min-h-[2lh] text-sm lg:min-h-[1lh]">
          <Late waiting={otherwise} missing={otherwise}>
            <OutlookWords otherwise={otherwise} />
          </Late>
        </span>
      </span>
      <ChevronRight aria-hidden="true" size={20} className="shrink-0" />
    </Link>
  );
}
