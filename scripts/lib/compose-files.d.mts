export function listComposeFiles(folder?: string): string[];
/** The caller names the fields that it reads of a service and a network. */
export function readComposeFiles<Service = object, Network = object>(
  folder?: string,
): { text: string; services: Record<string, Service>; networks: Record<string, Network> };
