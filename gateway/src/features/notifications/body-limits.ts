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

/** Twice a hundred counties plus the longest endpoint with its keys; no legitimate sign-up is larger. */
const maxBodyBytes = 4 * 1024;

const bytesOf = ({ headers, body }: Request): number => {
  const announced = Number(headers['content-length']);
  // A chunked body doesn't announce its length; by now it has been parsed, up to the default limit.
  return Number.isNaN(announced) ? Buffer.byteLength(JSON.stringify(body ?? '')) : announced;
};

@Injectable()
class SmallBodiesInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler) {
    const request = context.switchToHttp().getRequest<Request>();
    if (bytesOf(request) > maxBodyBytes)
      throw new PayloadTooLargeException('The request is too large. Shorten it and try again.');
    return next.handle();
  }
}

/** Refuses larger bodies with 413, before validation. */
export const SmallBodies = () => applyDecorators(UseInterceptors(SmallBodiesInterceptor));
