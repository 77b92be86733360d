import type { Command } from '#platform/server/command/command.ts';
import type { Statement } from '#platform/server/db/statement.ts';
import { newId } from '#platform/server/db/id.ts';
import { logText } from '#platform/server/http/request-params.ts';

/** One call to or from another system, as its log keeps it. */
export interface InterfaceEntry {
  readonly url: string;
  /** Code of the external system, where it is one of ours to maintain. */
  readonly systemCode?: string;
  /** Dictionaries interface_type, log_type and return_status. */
  readonly interfaceType?: string;
  readonly logType?: string;
  readonly isDone: boolean;
  /** It was answered, and some of what it was about was not done. */
  readonly isPartial?: boolean;
  readonly requestBody?: string;
  readonly responseBody?: string;
  readonly costTime: number;
  readonly errorMsg?: string;
  readonly businessCode?: string;
}

const most = 4000;
/** "password": "…", secret=…, Authorization: … — the name stays, the value goes. */
const secretive =
  /(["']?[\w-]*(?:pass(?:word)?|pwd|secret|token|signature|authorization|access[_-]?key(?:[_-]?id)?|captcha)[\w-]*["']?\s*[:=]\s*)("(?:[^"\\]|\\.)*"|'[^']*'|[^\s,&;}]+(?:[ \t]+[\w+/=.-]{8,})?)/gi;
const redacted = (text: string | undefined): string | null =>
  text === undefined ? null : logText(text.replace(secretive, '$1"…"'), most);

/** Credentials and queries stay out of the log. */
export function bareUrl(url: string): string {
  const parsed = URL.parse(url);
  return parsed === null
    ? (url.split('?')[0] ?? '').slice(0, 500)
    : `${parsed.protocol}//${parsed.host}${parsed.pathname}`.slice(0, 500);
}

/** The statement alone, for whoever writes in a transaction of his own; it must have a tenant. */
export function interfaceStatement(
  entry: InterfaceEntry,
  writer: { readonly userId: string | null; readonly realName: string },
): Statement {
  return {
    text: `
      insert into app.sys_interfacelog (
        id, system_code, interface_type, log_type, url, request_body, response_body, return_status, cost_time,
        error_msg, business_code, creator_id, creator_name
      )
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    values: [
      newId(),
      entry.systemCode ?? null,
      entry.interfaceType ?? null,
      entry.logType ?? null,
      bareUrl(entry.url),
      redacted(entry.requestBody),
      redacted(entry.responseBody),
      entry.isPartial === true ? '2' : entry.isDone ? '1' : '0',
      Math.round(entry.costTime),
      redacted(entry.errorMsg),
      entry.businessCode ?? null,
      writer.userId,
      writer.realName,
    ],
  };
}

/** Joins the write that commits what the call was about. */
export function logInterface(ctx: Command, entry: InterfaceEntry): void {
  ctx.later(interfaceStatement(entry, ctx.identity));
}
