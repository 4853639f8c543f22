import { Inject, Injectable } from '@nestjs/common';
import { checkOwnCertificate } from '@site/platform/base/peer-identity';
import { Readiness, type ReadinessState } from '@site/platform/base/probes';
import { PublicResponses } from './responses/public-responses.js';
import { DependencyHealth } from './edge/clients/dependency-health.js';
import { Documents } from './pages/documents/documents.js';

/** A cluster may take this long to open the network to a new pod; then the gateway serves what it can. */
const newcomerMs = 30_000;

/**
 * Ready means able to serve pages and cached reads. A failing service or database appears in `failing` but doesn't make
 * the gateway unready, because all replicas would leave the rotation together. Only a new gateway waits until it has
 * reached every service: before that it would refuse writes that other replicas accept. Monitoring alerts on `failing`
 * or `dependency_up`.
 */
@Injectable()
export class GatewayReadiness extends Readiness {
  constructor(
    @Inject(PublicResponses) publicResponses: PublicResponses,
    @Inject(Documents) documents: Documents,
    @Inject(DependencyHealth) private readonly dependencies: DependencyHealth,
  ) {
    const startedAt = performance.now();
    const checks = {
      home: async () => {
        if (!publicResponses.haveBeenTried) throw new Error('the home data has not been loaded yet');
      },
      web: async () => {
        if (!documents.haveBuild) throw new Error('the web application has not been built');
      },
      services: async () => {
        if (!dependencies.haveAllResponded && performance.now() - startedAt < newcomerMs)
          throw new Error('a service has not been reached yet');
      },
    };
    super(checks, { certificate: checkOwnCertificate });
  }

  override async state(): Promise<ReadinessState> {
    const { ready, failing } = await super.state();
    return { ready, failing: [...failing, ...this.dependencies.failing] };
  }
}
