import { refusal } from '#platform/model/refusal.ts';
import type { Caller, Door } from '#platform/server/db/door.ts';
import type { EdgeSettings } from './edge-settings.ts';
import { lanes, type Lanes, type Leave } from './lanes.ts';
import { quotaOf } from './quota.ts';
import type { Route } from './route.ts';
import { sharedDoor } from './shared-door.ts';
import { ownersOf, type Owner } from './whose.ts';

/** A request that was let in: the door as its tenant has it, and the way out. */
export interface Admitted {
  readonly door: Door;
  readonly leave: Leave;
}

export interface Reception {
  admit(route: Route, caller: Caller, ip: string): Promise<Admitted>;
}

/** Of one person; more than the browser sends at once. */
const uploadsOfUser = 4;

export const tooManyUploads = refusal('E-UPLOADS', 429, [
  '最多同时上传{max}个文件，请稍后再试',
  '最多同時上傳{max}個檔案，請稍後再試',
  'At most {max} files are uploaded at once, try again shortly',
]);

export const tooManyExports = refusal('E-EXPORTS', 429, [
  '每分钟最多导出{max}次，请在{seconds}秒后再试',
  '每分鐘最多匯出{max}次，請在{seconds}秒後再試',
  'At most {max} exports a minute, try again in {seconds} {seconds:second|seconds}',
]);

/**
 * Lets requests in by tenant, so that no tenant can take the process from the others (decision 0080). An upload lasts
 * as long as its client likes: uploads have lanes of their own and leave the tenant's calls alone. Whoever is nobody's
 * (log-in, a token that does not exist) goes by the address he comes from.
 */
export function reception(door: Door, settings: EdgeSettings): Reception {
  const { tenantInFlight, inFlight, tenantWaiting, waitMs, tenantUploads, tenantConnections, tenantReports } = settings;
  const calls = lanes({ most: tenantInFlight, mostOfAll: inFlight, mostWaiting: tenantWaiting, waitMs });
  const uploads = lanes({ most: tenantUploads, mostOfAll: inFlight });
  const uploaders = lanes({ most: uploadsOfUser, refuse: () => tooManyUploads({ max: uploadsOfUser }) });
  const shareOf = (most: number, longest: number): Lanes =>
    lanes({ most, mostWaiting: tenantInFlight * 2, waitMs: longest });
  // An export before it takes seconds, and is worth the wait.
  const [connections, reports] = [shareOf(tenantConnections, waitMs), shareOf(tenantReports, waitMs * 5)];
  const ownerOf = ownersOf(door);
  const exports = quotaOf({ most: settings.userExports, withinMs: 60_000 });
  const takeOut = (owner: Owner | null, ip: string): void => {
    const seconds = Math.ceil(exports.take(owner?.userId ?? `from ${ip}`) / 1000);
    if (seconds > 0) throw tooManyExports({ max: settings.userExports, seconds });
  };

  const enter = async (route: Route, owner: Owner | null, ip: string): Promise<Leave> => {
    const key = owner === null ? `from ${ip}` : owner.tenantCode;
    if (route.takesFile !== true) return calls.enter(key);
    const leaveOwn = await uploaders.enter(owner?.userId ?? key);
    try {
      const leaveTenant = await uploads.enter(key);
      return () => {
        leaveOwn();
        leaveTenant();
      };
    } catch (error) {
      leaveOwn();
      throw error;
    }
  };
  return {
    async admit(route, caller, ip) {
      const owner = await ownerOf(caller);
      if (route.takesOut === true) takeOut(owner, ip);
      const leave = await enter(route, owner, ip);
      if (owner === null) return { door, leave };
      const key = owner.tenantCode;
      const share = { main: () => connections.enter(key), report: () => reports.enter(key) };
      return { door: sharedDoor(door, share), leave };
    },
  };
}
