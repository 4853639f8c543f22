import type { Provider, Type } from '@nestjs/common';

/** The controllers and providers of a feature module. */
export interface Room {
  controllers: Type[];
  providers: Provider[];
}
