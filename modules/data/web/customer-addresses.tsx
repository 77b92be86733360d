import { useQuery } from '@tanstack/react-query';
import { Pagination } from 'antd';
import { useState, type ReactNode } from 'react';
import { customerInvoice } from '#data/model/partner/customer-invoice.ts';
import { shippingLocation } from '#data/model/partner/shipping-location.ts';
import type { Entity } from '#platform/model/entity.ts';
import type { Page } from '#platform/model/envelope.ts';
import type { Label } from '#platform/model/label.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { get } from '#platform/web/api/client.ts';
import { useCan } from '#platform/web/api/me.ts';
import { Cell } from '#platform/web/cell/cell.tsx';
import { Failed } from '#platform/web/loading/failed.tsx';
import { Section } from '#platform/web/form/panel-frame.tsx';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { fieldAt } from '#platform/web/value/shown.ts';
import { say } from '#platform/web/text/language.ts';
import './customer-addresses.css';

const perPage = 10;
const none: Label = ['还没有', '還沒有', 'None yet'];

/**
 * On whose name its invoices are, and where its goods go. Both are kept on screens of their own; here a clerk sees them
 * beside the customer.
 */
export function CustomerAddresses({ record }: { readonly record: Row }): ReactNode {
  const code = textAt(record, 'code');
  return (
    <>
      <Belonging
        entity={customerInvoice}
        customerCode={code}
        columns={['name', 'typeCode', 'taxNumber', 'openingBank', 'bankAccount', 'defaultFlag', 'status']}
      />
      <Belonging
        entity={shippingLocation}
        customerCode={code}
        columns={['code', 'consignee', 'phone', 'province', 'city', 'district', 'address', 'defaultFlag', 'status']}
      />
    </>
  );
}

function Belonging({
  entity,
  customerCode,
  columns,
}: {
  readonly entity: Entity;
  readonly customerCode: string;
  readonly columns: readonly string[];
}): ReactNode {
  const [page, setPage] = useState(1);
  const can = useCan()(permissionOf(entity, 'page'));
  const { data, error, refetch } = useQuery({
    queryKey: ['list', entity.name, 'of', customerCode, page],
    enabled: can && customerCode !== '',
    queryFn: () =>
      get<Page<Row>>(
        `${entity.path}/page`,
        { customerCode, page, limit: perPage, orderField: 'create_date', order: 'asc' },
        { isSilent: true },
      ),
  });
  // Who may not see the screen sees no part of it here.
  if (!can) return null;
  return (
    <Section title={say(entity.screen?.title ?? entity.label)}>
      {error !== null && <Failed text={error.message} onRetry={() => void refetch()} />}
      {data?.list.length === 0 && <p className="quiet">{say(none)}</p>}
      {data !== undefined && data.list.length > 0 && (
        <BelongingTable entity={entity} columns={columns} rows={data.list} />
      )}
      {data !== undefined && data.total > perPage && (
        <Pagination
          size="small"
          current={page}
          pageSize={perPage}
          total={data.total}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
    </Section>
  );
}

function BelongingTable({
  entity,
  columns,
  rows,
}: {
  readonly entity: Entity;
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
}): ReactNode {
  return (
    <div className="belonging" data-belonging={entity.name}>
      <table className="plain-table">
        <thead>
          <tr>
            {columns.map((key) => (
              <th key={key}>{say(fieldAt(entity, key)?.label ?? entity.label)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={textAt(row, 'id')}>
              {columns.map((key) => {
                const field = fieldAt(entity, key);
                return <td key={key}>{field !== undefined && <Cell field={field} value={row[key]} />}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
