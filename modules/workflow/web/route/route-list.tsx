import { useQuery } from '@tanstack/react-query';
import { Button, Dropdown } from 'antd';
import { ApartmentOutlined } from '@ant-design/icons';
import { useMemo, type ReactNode } from 'react';
import { permissionOf } from '#platform/model/permission.ts';
import { get } from '#platform/web/api/client.ts';
import { useCan } from '#platform/web/api/me.ts';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { go } from '#platform/web/route/route.ts';
import type { Words } from '#platform/web/record/grid-columns.tsx';
import { say } from '#platform/web/text/language.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { bizRoute } from '#workflow/model/biz-route.ts';
import { verbTexts } from './route-actions.ts';
import { routeTexts as texts } from './route-texts.ts';

export interface RouteTypes {
  readonly types: readonly {
    readonly docType: string;
    readonly name: string;
    readonly page: string;
    readonly routeName: string;
    readonly saveUrl: string;
    readonly formName: string;
  }[];
  readonly processes: readonly { readonly key: string; readonly name: string; readonly docType: string | null }[];
}
export const useRouteTypes = (isEnabled = true): RouteTypes | undefined =>
  useQuery({
    queryKey: ['workflow', 'route-types'],
    queryFn: () => get<RouteTypes>(`${bizRoute.path}/types`, undefined, { isSilent: true }),
    enabled: isEnabled,
  }).data;

/** The routes as they are stored, and the way to where the rules of a type are put in order. */
export function RouteListPage(): ReactNode {
  const may = useCan()(permissionOf(bizRoute, 'view'));
  const known = useRouteTypes(may);
  const button = (
    <Dropdown
      trigger={['click']}
      menu={{
        items: (known?.types ?? []).map(({ docType, name }) => ({
          key: docType,
          label: <span data-doc-type={docType}>{name}</span>,
        })),
        onClick: ({ key }) => {
          go(`routeBoard/${key}`);
        },
      }}
    >
      <Button icon={<ApartmentOutlined />} data-verb="arrange">
        {say(verbTexts.arrange)}
      </Button>
    </Dropdown>
  );
  const words = useMemo(() => wordsIn(known), [known]);
  return <ListPage noun={bizRoute} buttons={may && button} words={words} />;
}

/** Pages, calls and processes by what people call them; what leads nowhere any more keeps what is stored. */
function wordsIn(known: RouteTypes | undefined): Words {
  const process = new Map(known?.processes.map(({ key, name }) => [key, name]));
  const typeBy = (key: 'routeName' | 'saveUrl' | 'formName') => {
    const types = new Map(known?.types.map((type) => [type[key], type]));
    return (row: Row): RouteTypes['types'][number] | undefined => types.get(textAt(row, key));
  };
  const [paged, saved, formed] = [typeBy('routeName'), typeBy('saveUrl'), typeBy('formName')];
  return {
    processDefinitionKey: (row) => process.get(textAt(row, 'processDefinitionKey')),
    routeName: (row) => paged(row)?.page,
    saveUrl: (row) => {
      const name = saved(row)?.name;
      return name === undefined ? undefined : say(texts.savesOne, { name });
    },
    formName: (row) => (formed(row) ?? paged(row))?.name,
  };
}
