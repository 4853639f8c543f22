import {
  applyDecorators,
  Injectable,
  PayloadTooLargeException,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { Request } from 'express';

/** A hundred counties, an endpoint of the longest kind and its keys fit twice; whatever is longer is no sign-up of ours. */
const largestBytes = 4 * 1024;

const bytesOf = ({ headers, body }: Request): number => {
  const announced = Number(headers['content-length']);
  // A body in chunks does not say how long it is; it has been parsed by now, up to the limit of all bodies.
  return Number.isNaN(announced) ? Buffer.byteLength(JSON.stringify(body ?? '')) : announced;
};

@Injectable()
class SmallBodiesInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler) {
    const request = context.switchToHttp().getRequest<Request>();
    if (bytesOf(request) > largestBytes)
      throw new PayloadTooLargeException('The request is too large. Please shorten what you send.');
    return next.handle();
  }
}

/** Refuses bodies of more than 4 kB with 413, before their content is looked at. */
export const SmallBodies = () => applyDecorators(UseInterceptors(SmallBodiesInterceptor));
