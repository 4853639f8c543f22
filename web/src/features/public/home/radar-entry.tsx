import { stateName } from '@site/state/state';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Late } from '../../../ui/late.js';
import { OutlookWords } from './outlook-words.js';

const otherwise = `Rain and storms over ${stateName} on radar.`;

/** Radar link with today's risk below it. */
export function RadarEntry() {
  return (
    <Link to="/map" className="card flex items-center gap-4 px-5 py-3 hover:bg-surface-raised">
      <span className="min-w-0 flex-1">
        <span className="block font-bold">Is it coming here? Open the radar</span>
        <span className="line-clamp-2 min-h-[2lh] text-sm lg:min-h-[1lh]">
          <Late missing={otherwise}>
            <OutlookWords otherwise={otherwise} />
          </Late>
        </span>
      </span>
      <ChevronRight aria-hidden="true" size={20} className="shrink-0" />
    </Link>
  );
}
