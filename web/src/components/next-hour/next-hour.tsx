/** Rain in the next hour at a place, in a section of its own: loads after everything else, and its failure hides only it. */
import { cellAt } from '@site/domain/weather/forecast-cells';
import type { NextHour as NextHourResponse } from '@site/proto/weather/v1/next-hour.responses';
import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { usePlace } from '@/components/places/place.js';
import { useTakenOver } from '@/ui/hydration.js';
import { LazySection } from '@/ui/lazy-section.js';
import { stormQuery } from '../storm/storm-query.js';

const NextHourCard = lazy(() => import('./next-hour-card.js').then((module) => ({ default: module.NextHourCard })));

interface NextHourProps {
  /** By default the visitor's. */
  place?: { lat: number; lon: number };
  className?: string;
}

/** Loads the card only when rain is falling or near. */
export function NextHour({ place, className = '' }: NextHourProps) {
  const { coordinates } = usePlace();
  // Everyone within a cell shares one response.
  const { lat, lon } = cellAt(place ?? coordinates);
  const path = `/main/weather/next-hour?lat=${lat}&lon=${lon}`;
  const query = stormQuery<NextHourResponse>(['next-hour', lat, lon].map(String), path, 'the next hour', 1);
  const { data } = useQuery({ ...query, enabled: useTakenOver() });
  if (!data?.ok || !data.steps.some(({ intensity }) => intensity !== 'none')) return null;
  return (
    <LazySection missing={null}>
      <NextHourCard data={data} className={className} />
    </LazySection>
  );
}
