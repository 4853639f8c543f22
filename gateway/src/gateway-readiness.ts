import { Inject, Injectable } from '@nestjs/common';
import { Readiness } from '@site/platform/base/probes';
import { Documents } from './pages/documents/documents.js';
import { PublicAnswers } from './answers/public-answers.js';

/**
 * Ready: the pages can be served. Services that are down do not make the gateway unready, because what it holds is then
 * all that visitors have.
 */
@Injectable()
export class GatewayReadiness extends Readiness {
  constructor(@Inject(PublicAnswers) answers: PublicAnswers, @Inject(Documents) documents: Documents) {
    super({
      home: async () => {
        if (!answers.haveBeenTried) throw new Error('the home answer has not been tried yet');
      },
      web: async () => {
        if (!documents.haveBuild) throw new Error('the web application has not been built');
      },
    });
  }
}
