import { fileIdIn } from '#platform/model/file.ts';
import { textOf, type Label } from '#platform/model/label.ts';
import { invalidAt, reasons } from '#platform/model/refusal.ts';
import { statement } from '#platform/server/db/statement.ts';
import { command } from '#platform/server/command/command.ts';
import { acceptedOf, documentedBody, readFields } from '#platform/server/entity/schema.ts';
import { bumpVersion } from '#platform/server/entity/version.ts';
import { linkField } from '#platform/server/file/link.ts';
import { fileGone } from '#platform/server/file/refusals.ts';
import { sendFile } from '#platform/server/file/send.ts';
import type { FileStores } from '#platform/server/file/store.ts';
import { sent, type Call, type Route } from '#platform/server/http/route.ts';
import { isId, newId } from '#platform/server/db/id.ts';
import { param } from '#system/model/parameter/param.ts';
import { globalConfigFields } from '#system/model/settings.ts';
import { afterSession, bodyIn } from './setting.ts';

/** Branding. What the administrator sets (as system parameters of the same names) wins over these. */
const brandingDefaults: Readonly<Record<string, Label>> = {
  globalAppName: ['渠道云', '渠道雲', 'Qudao'],
  globalRegisterCode: ['', '', ''],
  globalThemeColor: ['#1f6feb', '#1f6feb', '#1f6feb'],
  globalLogoUrl: ['', '', ''],
  loginBackgroundUrl: ['', '', ''],
  loginLogoUrl: ['', '', ''],
  homePageLogoUrl: ['', '', ''],
  backstageName: ['渠道云后台', '渠道雲後台', 'Qudao back office'],
  mallName: ['渠道云商城', '渠道雲商城', 'Qudao mall'],
};

export const configRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/sys/api/global/config',
    permission: 'public',
    effect: 'none',
    summary: 'Branding, before anybody is logged in',
    handle: branding,
  },
  {
    method: 'GET',
    path: '/sys/api/theme.css',
    permission: 'public',
    effect: 'none',
    summary: 'Theme colours as a stylesheet',
    handle: themeStyles,
  },
  {
    method: 'GET',
    path: '/sys/global/config',
    permission: ['sys:globalconfig:view'],
    effect: 'none',
    summary: 'Branding as it was set',
    handle: readConfig,
  },
  {
    method: 'PUT',
    path: '/sys/global/config',
    permission: ['sys:globalconfig:update'],
    effect: 'command',
    body: documentedBody(globalConfigFields),
    summary: 'Set the branding',
    handle: afterSession(setConfig),
  },
  {
    method: 'GET',
    path: '/sys/about',
    permission: 'session',
    effect: 'none',
    summary: 'Name and version',
    handle: about,
  },
];

async function branding(call: Call): Promise<Record<string, string>> {
  const rows = await call.door.open(
    statement(
      { paramCode: 'text', paramValue: 'text' },
      `
        select param_code, param_value
        from app.sys_params
        where param_code = any($1::text[]) and status = '1'`,
      [Object.keys(brandingDefaults)],
    ),
  );
  const set = new Map(rows.map((row) => [row.paramCode, row.paramValue]));
  return Object.fromEntries(
    Object.entries(brandingDefaults).map(([key, label]) => [
      key,
      shownAs(key, set.get(key) ?? textOf(label, call.language)),
    ]),
  );
}

const pictureKeys: readonly string[] = Object.entries(globalConfigFields)
  .filter(([, field]) => field.kind === 'file')
  .map(([key]) => key);

/** Whoever is not logged in has no ticket: a picture of the branding has an address of its own. */
function shownAs(key: string, value: string): string {
  const id = pictureKeys.includes(key) ? fileIdIn(value) : undefined;
  return id === undefined ? value : `${brandPath}?id=${id}`;
}

const brandPath = '/sys/api/picture';

/** The pictures that the configuration shows at this moment, and no other file whatever its id. */
export function brandRoutes(stores: FileStores): readonly Route[] {
  return [
    {
      method: 'GET',
      path: brandPath,
      permission: 'public',
      effect: 'none',
      summary: 'A picture of the branding (?id=), before anybody is logged in',
      handle: (call) => sendPicture(call, stores),
    },
  ];
}

async function sendPicture(call: Call, stores: FileStores): Promise<typeof sent> {
  const id = call.query['id'] ?? '';
  const [row] = isId(id)
    ? await call.door.open(
        statement(
          { id: 'uuid', name: 'text', type: 'text', size: 'integer', storageKey: 'text', provider: 'text' },
          'select * from sec.brand_file($1, $2::text[])',
          [id, pictureKeys],
        ),
      )
    : [];
  if (row === undefined) throw fileGone();
  const etag = `"${id}"`;
  // Another picture has another id: what was fetched once is good for ever.
  void call.reply.header('etag', etag);
  if (call.etag !== etag) return sendFile(call, stores, row, true, 'public, max-age=31536000, immutable');
  await call.reply.code(304).send();
  return sent;
}

/** Null where nobody set it and the product's own word holds. */
async function readConfig(call: Call): Promise<Record<string, unknown>> {
  const {
    rows: { rows },
  } = await call.read({
    rows: statement(
      { paramCode: 'text', paramValue: 'text' },
      `
        select param_code, param_value
        from app.sys_params
        where param_code = any($1::text[]) and status = '1'`,
      [Object.keys(globalConfigFields)],
    ),
  });
  const set = new Map(rows.map((row) => [row.paramCode, row.paramValue]));
  return Object.fromEntries(Object.keys(globalConfigFields).map((key) => [key, set.get(key) ?? null]));
}

async function setConfig(call: Call): Promise<null> {
  const { values, places } = readFields(acceptedOf(globalConfigFields, []), bodyIn(call), { partial: true });
  const colour = values['globalThemeColor'];
  if (typeof colour === 'string' && !isColour(colour))
    places.push({ path: 'globalThemeColor', field: globalConfigFields.globalThemeColor.label, reason: reasons.format });
  if (places.length > 0) throw invalidAt(places);
  return command(call, async (ctx) => {
    const keys = Object.keys(values);
    const before = await ctx.rows(
      statement(
        { paramCode: 'text', paramValue: 'text' },
        `
          select param_code, param_value
          from app.sys_params
          where param_code = any($1::text[])
          order by param_code
          for update`,
        [keys],
      ),
    );
    const beforeOf = new Map(before.map((row) => [row.paramCode, row.paramValue]));
    const isChanged = (key: string): boolean => (beforeOf.get(key) ?? null) !== (values[key] ?? null);
    for (const key of keys.filter(isChanged)) {
      const value = values[key];
      ctx.later(
        value === null || value === ''
          ? { text: 'delete from app.sys_params where param_code = $1', values: [key] }
          : {
              text: `
                insert into app.sys_params (id, param_code, param_name, param_value, creator_id, creator_name)
                values ($1, $2, $3, $4, $5, $6)
                on conflict (param_code) do update
                  set param_value = excluded.param_value, status = '1', row_version = app.sys_params.row_version + 1,
                    updater_name = $6, update_date = now()`,
              values: [
                newId(),
                key,
                globalConfigFields[key as keyof typeof globalConfigFields].label[0],
                value,
                ctx.identity.userId,
                ctx.identity.realName,
              ],
            },
      );
    }
    for (const field of keys.filter((key) => pictureKeys.includes(key) && isChanged(key)))
      linkField(ctx, { noun: 'sys:globalconfig', id: noRecord, field, value: values[field] });
    ctx.log({
      noun: 'sys:globalconfig',
      recordId: noRecord,
      recordCode: 'globalConfig',
      operation: 'update',
      changes: Object.fromEntries(
        keys.filter(isChanged).map((key) => [key, [beforeOf.get(key) ?? null, values[key] ?? null]]),
      ),
    });
    bumpVersion(ctx, param);
    return null;
  });
}

const isColour = (text: string): boolean => /^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/.test(text);
/** There is one configuration, and it has no row of its own. */
const noRecord = '00000000-0000-7000-8000-000000000000';

async function themeStyles(call: Call): Promise<typeof sent> {
  const { globalThemeColor = '' } = await branding(call);
  // The value came through a form: only a plain colour may enter a stylesheet.
  const colour = isColour(globalThemeColor) ? globalThemeColor : '#1f6feb';
  await call.reply.header('content-type', 'text/css').send(`:root { --theme-color: ${colour}; }\n`);
  return sent;
}

async function about(call: Call): Promise<unknown> {
  const {
    rows: { rows },
  } = await call.read({
    rows: statement({ postgres: 'text' }, `select current_setting('server_version') as postgres`),
  });
  const config = await branding(call);
  return {
    appName: config['globalAppName'],
    versionCode: process.env['npm_package_version'] ?? '0.1.0',
    registerCode: config['globalRegisterCode'],
    environment: `Node ${process.versions.node}, PostgreSQL ${String(rows[0]?.postgres)}`,
  };
}
