import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { spreadSpecs } from '#data/model/goods/spec.ts';
import { Failed } from '#platform/web/loading/failed.tsx';
import { Section } from '#platform/web/form/panel-frame.tsx';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { say } from '#platform/web/text/language.ts';
import { pageName } from '#platform/web/route/menu.ts';
import { go } from '#platform/web/route/route.ts';
import { styleGoods, type Good } from './product-goods.ts';
import { material } from './product-nouns.ts';
import { productTexts } from './product-texts.ts';

/** The materials of a style by colour and size; each opens its own form. */
export function ProductSpecs({ record }: { readonly record: Row }): ReactNode {
  const code = textAt(record, 'code');
  const {
    data: goods,
    error,
    refetch,
  } = useQuery({ queryKey: ['list', 'specs', code], queryFn: () => styleGoods(code) });
  if (error !== null)
    return (
      <Section title={say(productTexts.specs)}>
        <Failed text={error.message} onRetry={() => void refetch()} />
      </Section>
    );
  if (goods === undefined || goods.length === 0) return null;
  const grid = spreadSpecs(goods);
  const isSized = grid.sizes.some((size) => size !== '');
  return (
    <Section title={say(productTexts.specs)}>
      <div className="impact">
        <table className="plain-table" data-specs>
          <thead>
            <tr>
              <th>{say(productTexts.colour)}</th>
              {grid.sizes.map((size) => (
                <th key={size}>{size === '' ? say(isSized ? productTexts.number : material().label) : size}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {grid.colours.map((colour) => (
              <tr key={colour}>
                <th scope="row">{colour === '' ? '–' : colour}</th>
                {grid.sizes.map((size) => (
                  <td key={size}>
                    <SpecCell good={grid.at(colour, size)} isOwn={grid.at(colour, size)?.code === code} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

function SpecCell({ good, isOwn }: { readonly good: Good | undefined; readonly isOwn: boolean }): ReactNode {
  if (good === undefined) return <span className="quiet">–</span>;
  if (isOwn) return <strong>{good.code}</strong>;
  const route = `${pageName(material().screen?.url ?? '')}?tenantFlag=0__read__${textAt(good.row, 'id')}`;
  return (
    <a
      href={`#/${route}`}
      title={textAt(good.row, 'name')}
      onClick={(event) => {
        event.preventDefault();
        go(route);
      }}
    >
      {good.code}
    </a>
  );
}
