import { Button } from 'antd';
import type { ReactNode } from 'react';
import { stateOf } from '#platform/model/document.ts';
import { useCan } from '#platform/web/api/me.ts';
import type { Params } from '#platform/web/api/client.ts';
import { today } from '#platform/web/cell/cell.tsx';
import { periodOf, periods } from '#platform/web/date/period.ts';
import { gridTexts } from '#platform/web/grid/texts.ts';
import type { Listed } from '#platform/web/registry/registry.ts';
import { openPanel, useTab } from '#platform/web/route/tabs.ts';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import { plain } from '#platform/web/value/row.ts';
import { noFilters, type ListSearch } from './list-search.ts';
import { listTexts } from './list-texts.ts';
import { rightsTo } from './rights.ts';

interface NothingListedProps {
  readonly noun: Listed;
  readonly search: ListSearch;
}

/** Why a list is empty, and what to do about it: nothing was written yet, or nothing fits what was asked for. */
export function NothingListed({ noun, search }: NothingListedProps): ReactNode {
  const { page } = useTab();
  const can = useCan();
  const name = say(noun.label);
  const { asked, hasFilters, state = '', chooseState, apply } = search;
  if (noun.kind === 'document' && state !== '' && Object.keys(asked.filters).length === 1) {
    const found = noun.states[stateOf(noun, state) ?? ''];
    return (
      <>
        {say(listTexts.noneInState, { state: found === undefined ? state : say(found.label), noun: name })} ·{' '}
        <Remedy verb="clearFilters" label={say(gridTexts.clearFilters)} onClick={() => chooseState('')} />
      </>
    );
  }
  const days = daysAlone(asked.filters);
  if (days !== undefined && search.chooseDays !== undefined)
    return (
      <>
        {say(listTexts.noneWithin, { days, noun: name })} ·{' '}
        <Remedy verb="clearFilters" label={say(gridTexts.clearFilters)} onClick={() => search.chooseDays?.(false)} />
      </>
    );
  if (hasFilters)
    return (
      <>
        {say(gridTexts.noRowsOf, { noun: name })} ·{' '}
        <Remedy
          verb="clearFilters"
          label={say(gridTexts.clearFilters)}
          onClick={() => apply({ filters: noFilters, sort: asked.sort })}
        />
      </>
    );
  return (
    <>
      {say(listTexts.noneYet, { noun: name })}
      {rightsTo(noun, can).canAdd && (
        <>
          {' '}
          · <Remedy verb="addFirst" label={say(texts.add)} onClick={() => openPanel(page, 'add')} />
        </>
      )}
    </>
  );
}

/** How the days are called, where nothing else was asked for. */
function daysAlone({ billDateStart, billDateEnd, ...others }: Params): string | undefined {
  if (Object.keys(others).length > 0) return undefined;
  const period = periodOf(plain(billDateStart), plain(billDateEnd), today());
  return period === undefined ? undefined : say(periods[period]);
}

interface RemedyProps {
  readonly verb: string;
  readonly label: string;
  readonly onClick: () => void;
}
const Remedy = ({ verb, label, onClick }: RemedyProps): ReactNode => (
  <Button type="link" size="small" data-verb={verb} onClick={onClick}>
    {label}
  </Button>
);
