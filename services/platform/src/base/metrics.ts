import { collectDefaultMetrics, Registry } from 'prom-client';

/** This process's metrics. Names end in their unit, per Prometheus convention. */
export const metrics = new Registry();
collectDefaultMetrics({ register: metrics });
