export function completeSecrets(existing: Record<string, string>): {
  secrets: Record<string, string>;
  created: string[];
};

export function retireKey(
  existing: Record<string, string>,
  kind: 'session' | 'factor' | 'notifications',
): Record<string, string>;

interface Certificates {
  authorities: { certificate: string; key: string }[];
  /** The index of the issuing authority in `authorities`. */
  issuing: number;
  leaves: Record<string, { certificate: string; key: string; authority: string }>;
}

export function completeCertificates(
  existing?: Certificates,
  options?: { step?: boolean },
): Promise<{ certificates: Certificates; created: string[] }>;
export function consumers(
  secrets: Record<string, string> | (Record<string, string> & { certificates: Certificates }),
): Record<string, { user: number; files: Record<string, string> }>;
