import { collectDefaultMetrics, Registry } from 'prom-client';

/** This process's metrics, answered on the internal port. Names end in their unit, as Prometheus asks. */
export const metrics = new Registry();
collectDefaultMetrics({ register: metrics });
