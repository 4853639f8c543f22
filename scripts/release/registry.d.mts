export function partsOf(image: string): { registry: string; repository: string; tag: string };
export class Unreachable extends Error {}
export interface RegistryOptions {
  ask?: (address: string, request: RequestInit) => Promise<Response>;
}
