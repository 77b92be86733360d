import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useState, type ReactNode } from 'react';
import type { Label } from '#platform/model/label.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { get, put } from '#platform/web/api/client.ts';
import { useCan } from '#platform/web/api/me.ts';
import { listsChanged } from '#platform/web/api/queries.ts';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import { role } from '#system/model/user.ts';
import './role-page.css';

const offerTexts = {
  newGrants: ['新增 {count} 项权限', '新增 {count} 項權限', '{count} {count:new permission|new permissions}'],
  take: ['授予', '授予', 'Grant'],
  leave: ['忽略', '忽略', 'Dismiss'],
  ofScreen: ['{screen}（{names}）', '{screen}（{names}）', '{screen} ({names})'],
  next: ['，', '，', ', '],
} as const satisfies Readonly<Record<string, Label>>;

interface Offer {
  readonly roleId: string;
  readonly name: string;
  readonly grants: readonly { readonly screen: string; readonly name: string }[];
}

/** The list of roles. Above it, what is new for those that came with the tenant and were edited since. */
export function RolePage(): ReactNode {
  const mayTake = useCan()(permissionOf(role, 'update'));
  const { data: offers = [] } = useQuery({
    queryKey: ['list', 'role-offers'],
    queryFn: () => get<readonly Offer[]>('/sys/role/offers', undefined, { isSilent: true }),
    enabled: mayTake,
  });
  return (
    <>
      {offers.length > 0 && (
        <Alert
          type="info"
          className="role-offers"
          title={
            <ul>
              {offers.map((offer) => (
                <OfferLine key={offer.roleId} offer={offer} />
              ))}
            </ul>
          }
        />
      )}
      <ListPage noun={role} />
    </>
  );
}

function OfferLine({ offer: { roleId, name, grants } }: { readonly offer: Offer }): ReactNode {
  const [isBusy, setBusy] = useState(false);
  const settle = async (verb: 'takeOffers' | 'dismissOffers'): Promise<void> => {
    setBusy(true);
    try {
      await put(`${role.path}/${verb}`, [roleId]);
    } catch {
      setBusy(false);
      return;
    }
    feedback.success(say(texts.done));
    await listsChanged();
  };
  const names = [...Map.groupBy(grants, ({ screen }) => screen)]
    .map(([screen, buttons]) =>
      say(offerTexts.ofScreen, { screen, names: buttons.map((button) => button.name).join(say(texts.between)) }),
    )
    .join(say(offerTexts.next));
  return (
    <li data-offer={roleId}>
      <strong>{name}</strong>
      <span className="offer-count">{say(offerTexts.newGrants, { count: grants.length })}</span>
      <span className="offer-names quiet" title={names}>
        {names}
      </span>
      <Button
        size="small"
        type="primary"
        data-verb="takeOffers"
        loading={isBusy}
        onClick={() => void settle('takeOffers')}
      >
        {say(offerTexts.take)}
      </Button>
      <Button size="small" data-verb="dismissOffers" disabled={isBusy} onClick={() => void settle('dismissOffers')}>
        {say(offerTexts.leave)}
      </Button>
    </li>
  );
}
