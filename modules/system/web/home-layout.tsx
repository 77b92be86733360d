import { Select } from 'antd';
import type { ReactNode } from 'react';
import { homeCards, type HomeCard } from '#platform/model/home/home-card.ts';
import { say } from '#platform/web/text/language.ts';
import type { OwnInputProps } from '#platform/web/registry/registry.ts';

/** The cards of a home page in the order they were chosen. */
export function HomeLayout({ id, value, onChange, disabled = false }: OwnInputProps): ReactNode {
  const { cards } = (typeof value === 'object' && value !== null ? value : {}) as {
    readonly cards?: readonly string[];
  };
  const options = Object.entries(homeCards).map(([card, label]) => ({ value: card, label: say(label) }));
  return (
    <Select
      {...(id === undefined ? {} : { id })}
      className="full"
      mode="multiple"
      disabled={disabled}
      value={cards?.filter((card): card is HomeCard => Object.hasOwn(homeCards, card)) ?? []}
      options={options}
      onChange={(next) => onChange?.({ cards: next })}
    />
  );
}
