/** What an installation decides about its edge; everything has a usual value. */
export interface EdgeSettings {
  /** Networks of proxies whose x-forwarded headers are believed; nobody else's are. */
  readonly trustedProxies: readonly string[];
  /** Every browser comes by TLS although the proxy in front does not say so. */
  readonly isAlwaysTls: boolean;
  /** A request that takes longer is told as slow in the log. */
  readonly slowMs: number;
  /** Calls of one tenant under way in this process, and of all; how many more of a tenant may wait, and how long. */
  readonly tenantInFlight: number;
  readonly inFlight: number;
  readonly tenantWaiting: number;
  readonly waitMs: number;
  /** Uploads of one tenant under way in this process. */
  readonly tenantUploads: number;
  /** Lists that one person takes out within a minute, in this process. */
  readonly userExports: number;
  /**
   * Connections of the pool that one tenant may hold at once: less than there are, so that it cannot hold them all.
   * Whoever opens the pools knows how many.
   */
  readonly tenantConnections: number;
  readonly tenantReports: number;
  /** Open connections of browsers and proxies. Every page that is open holds one for its events. */
  readonly mostConnections: number;
  /** Bytes a second that a body must bring, on the average of a window. */
  readonly leastRate: number;
  readonly paceWindowMs: number;
}

export const usualEdge: EdgeSettings = {
  trustedProxies: [],
  isAlwaysTls: false,
  slowMs: 1000,
  tenantInFlight: 40,
  inFlight: 200,
  tenantWaiting: 160,
  waitMs: 2000,
  tenantUploads: 40,
  userExports: 10,
  tenantConnections: Infinity,
  tenantReports: Infinity,
  mostConnections: 8000,
  leastRate: 4096,
  paceWindowMs: 10_000,
};
