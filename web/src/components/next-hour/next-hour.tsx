/** Rain in the next hour at a place, in a section of its own: loads after everything else, and its failure hides only it. */
import { lazy } from 'react';
import { usePlace } from '@/components/places/place.js';
import { useTakenOver } from '@/ui/hydration.js';
import { LazySection } from '@/ui/lazy-section.js';

const NextHourCard = lazy(() => import('./next-hour-card.js').then((module) => ({ default: module.NextHourCard })));

interface NextHourProps {
  /** By default the visitor's. */
  place?: { lat: number; lon: number };
  className?: string;
}

export function NextHour({ place, className = '' }: NextHourProps) {
  const { coordinates } = usePlace();
  if (!useTakenOver()) return null;
  return (
    <LazySection missing={null}>
      <NextHourCard place={place ?? coordinates} className={className} />
    </LazySection>
  );
}
