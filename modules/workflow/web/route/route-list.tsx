import { useQuery } from '@tanstack/react-query';
import { Button, Dropdown } from 'antd';
import { ApartmentOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { permissionOf } from '#platform/model/permission.ts';
import { get } from '#platform/web/api/client.ts';
import { useCan } from '#platform/web/api/me.ts';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { go } from '#platform/web/route/route.ts';
import { say } from '#platform/web/text/language.ts';
import { bizRoute } from '#workflow/model/biz-route.ts';
import { verbTexts } from './route-actions.ts';

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
  return <ListPage noun={bizRoute} buttons={may && button} />;
}
