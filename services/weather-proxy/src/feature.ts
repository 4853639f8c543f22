import type { Provider, Type } from '@nestjs/common';

/** A feature module's controllers and providers. */
export interface Feature {
  controllers: Type[];
  providers: Provider[];
}
