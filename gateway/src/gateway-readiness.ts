import { Inject, Injectable } from '@nestjs/common';
import { Readiness, type ReadinessState } from '@site/platform/base/probes';
import { PublicAnswers } from './answers/public-answers.js';
import { DependencyHealth } from './edge/clients/dependency-health.js';
import { Documents } from './pages/documents/documents.js';

/**
 * Ready means able to serve pages and cached reads. A failing service or database appears in `failing` but doesn't make
 * the gateway unready, because all replicas would leave the rotation together. Monitoring alerts on `failing` or
 * `dependency_up`.
 */
@Injectable()
export class GatewayReadiness extends Readiness {
  constructor(
    @Inject(PublicAnswers) answers: PublicAnswers,
    @Inject(Documents) documents: Documents,
    @Inject(DependencyHealth) private readonly dependencies: DependencyHealth,
  ) {
    super({
      home: async () => {
        if (!answers.haveBeenTried) throw new Error('the home data has not been loaded yet');
      },
      web: async () => {
        if (!documents.haveBuild) throw new Error('the web application has not been built');
      },
    });
  }

  override async state(): Promise<ReadinessState> {
    const { ready, failing } = await super.state();
    return { ready, failing: [...failing, ...this.dependencies.failing] };
  }
}
