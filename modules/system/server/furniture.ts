import type { Document } from '#platform/model/document.ts';
import { permissionsBy } from '#platform/model/permission.ts';
import { tableOf } from '#platform/server/db/shape.ts';
import { menuRows, permissionRows } from '#platform/server/module/menu.ts';
import type { KeptRecord, ServerModule } from '#platform/server/module/server-module.ts';
import { parameters, type Parameter } from '#system/model/parameter/parameter.ts';
import { shippedRoleList, type ShippedRole } from '#system/model/shipped-role.ts';

/**
 * What every tenant has, new or old: `npm run db:migrate` lays it down in the database, and `sec.furnish_tenant` brings
 * a tenant what it lacks of it. Nothing in it depends on the day, so that a tenant which has it all is passed over.
 */
export interface Furnishings {
  readonly roles: readonly {
    readonly code: string;
    readonly name: string;
    readonly isGroupWide: boolean;
    readonly isPlatform: boolean;
    readonly menus: readonly string[];
  }[];
  readonly numbers: readonly { readonly code: string; readonly name: string; readonly digits: number }[];
  readonly params: readonly object[];
  readonly records: readonly { readonly noun: string; readonly table: string; readonly rows: readonly KeptRecord[] }[];
  readonly documents: readonly string[];
}

type House = readonly Pick<ServerModule, 'model' | 'grants' | 'records'>[];

export function furnishingsOf(modules: House): Furnishings {
  const documents = modules.flatMap(({ model }) => model.documents);
  const menus = menuRows(
    modules.map(({ model }) => model),
    [],
  );
  return {
    roles: shippedRoleList.map(({ code, label, isGroupWide = false, isPlatform = false }) => {
      const granted = new Set(permissionsOf(modules, code));
      return {
        code,
        name: label[0],
        isGroupWide,
        isPlatform,
        menus: menus
          .filter(
            ({ permission, url }) => permission !== null && granted.has(permission) && (isGroupWide || !isOfGroup(url)),
          )
          .map(({ id }) => id),
      };
    }),
    numbers: documents.map(numberOf),
    params: paramsOfTenant,
    records: modules.flatMap(({ records = [] }) =>
      records.map(({ noun, rows }) => ({ noun: noun.name, table: tableOf(noun), rows })),
    ),
    documents: documents.map(tableOf),
  };
}

/** What a shipped role may do, by name. */
export function permissionsOf(modules: House, code: ShippedRole): readonly string[] {
  const role = shippedRoleList.find((each) => each.code === code);
  const models = modules.map(({ model }) => model);
  if (role?.isWhole === true)
    return permissionRows(models, []).flatMap(({ permission, realm }) => (realm === 'P' ? [] : [permission]));
  return modules.flatMap(({ grants }) => grants.flatMap(({ noun, roles }) => permissionsBy(noun, roles[code] ?? [])));
}

const isOfGroup = (url: string | null): boolean => url !== null && /[?&]tenantFlag=[^0]/.test(url);

/** A rule per type of document, so that an administrator finds them all where numbers are designed. */
const numberOf = ({ number: { prefix, digits }, label }: Document): Furnishings['numbers'][number] => ({
  code: prefix,
  name: label[0],
  digits,
});

const paramsOfTenant = Object.entries<Parameter>(parameters)
  .filter(([, { isInstallation }]) => isInstallation !== true)
  .map(([code, { label, typeCode, default: value, isOfPages = false }]) => ({
    code,
    name: label[0],
    typeCode,
    value,
    isAlways: isOfPages,
  }));
