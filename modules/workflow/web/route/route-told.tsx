import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { get } from '#platform/web/api/client.ts';
import type { OwnInputProps } from '#platform/web/registry/registry.ts';
import { textAt } from '#platform/web/value/row.ts';
import { bizRoute } from '#workflow/model/biz-route.ts';
import type { Board } from '#workflow/model/rule/board.ts';
import { parseRule } from '#workflow/model/rule/rule.ts';
import { RuleText } from './rule-sentence.tsx';
import { namesIn } from './rule-words.ts';

/** A key of the record in the word that it was chosen by; what leads nowhere any more keeps what is stored. */
export function Told({
  value,
  options,
}: Pick<OwnInputProps, 'value'> & {
  readonly options: readonly { readonly value: string; readonly label: string }[];
}): ReactNode {
  const text = typeof value === 'string' ? value : '';
  if (text === '') return <span className="quiet">–</span>;
  return <span title={text}>{options.find((option) => option.value === text)?.label ?? text}</span>;
}

export const useBoard = (docType: string, isAsked = true): Board | undefined =>
  useQuery({
    queryKey: ['workflow', 'route-board', docType],
    queryFn: () => get<Board>(`${bizRoute.path}/board`, { docType }, { isSilent: true }),
    enabled: docType !== '' && isAsked,
    retry: false,
  }).data;

/** The condition as a sentence; what the builder cannot show is told as it was written. */
export function ToldCondition({ value, record }: Pick<OwnInputProps, 'value' | 'record'>): ReactNode {
  const board = useBoard(textAt(record, 'docType'));
  const source = typeof value === 'string' ? value : '';
  if (source === '') return <span className="quiet">–</span>;
  const rule = board === undefined ? null : parseRule(source, namesIn(board.document));
  if (board === undefined || rule === null) return <code>{source}</code>;
  return (
    <span title={source}>
      <RuleText rule={rule} document={board.document} />
    </span>
  );
}
