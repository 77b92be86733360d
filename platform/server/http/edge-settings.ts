/** What an installation decides about its edge; everything has a usual value. */
export interface EdgeSettings {
  /** Networks of proxies whose x-forwarded headers are believed; nobody else's are. */
  readonly trustedProxies: readonly string[];
  /** Every browser comes by TLS although the proxy in front does not say so. */
  readonly isAlwaysTls: boolean;
  /** A request that takes longer is told as slow in the log. */
  readonly slowMs: number;
}

export const usualEdge: EdgeSettings = { trustedProxies: [], isAlwaysTls: false, slowMs: 1000 };
