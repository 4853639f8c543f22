import { Inject, Injectable } from '@nestjs/common';
import { Readiness, type ReadinessState } from '@site/platform/base/probes';
import { PublicAnswers } from './answers/public-answers.js';
import { DependencyHealth } from './edge/clients/dependency-health.js';
import { Documents } from './pages/documents/documents.js';

/**
 * Ready means that the gateway can serve pages and cached reads. A service that is down, or whose database is, is named in `failing`
 * and doesn't make the gateway unready: all replicas depend on the same services, so they would leave the rotation at once and take
 * the cached reads with them, which are all that visitors have then. Monitoring alerts on `failing` or on `dependency_up`.
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
        if (!answers.haveBeenTried) throw new Error('the home answer has not been tried yet');
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
