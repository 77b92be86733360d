import { DownOutlined } from '@ant-design/icons';
import { Button, Popover } from 'antd';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { RestOfFilters } from '#platform/web/list/search-form.tsx';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import { pickerTexts } from './texts.ts';

/**
 * The less used filters, over the list and not above it: a dialog has no room for four rows of filters. Closes when it
 * is asked (001 §2.16).
 */
export function ExpertSearch({ inputs, count, onSearch, onReset }: RestOfFilters): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      open={isOpen}
      onOpenChange={setOpen}
      destroyOnHidden
      content={
        <Filters
          inputs={inputs}
          onSearch={() => {
            onSearch();
            close();
          }}
          onReset={onReset}
          onLeave={close}
        />
      }
    >
      <Button
        ref={button}
        type="link"
        className="unfold"
        data-verb="expertSearch"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
      >
        {say(pickerTexts.expertSearch)}
        {count > 0 && ` (${count})`}
        <DownOutlined />
      </Button>
    </Popover>
  );
}

interface FiltersProps extends Omit<RestOfFilters, 'count'> {
  readonly onLeave: () => void;
}
function Filters({ inputs, onSearch, onReset, onLeave }: FiltersProps): ReactNode {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('input')?.focus();
  }, []);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    // It leaves the filters and not the dialog below them.
    event.stopPropagation();
    event.nativeEvent.stopImmediatePropagation();
    onLeave();
  };
  return (
    <form
      ref={form}
      className="expert-search"
      role="dialog"
      aria-label={say(pickerTexts.expertSearch)}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        onSearch();
      }}
    >
      <div className="expert-filters">{inputs}</div>
      <div className="dialog-footer">
        <Button data-verb="reset" onClick={onReset}>
          {say(texts.reset)}
        </Button>
        <Button type="primary" htmlType="submit" data-verb="search">
          {say(texts.search)}
        </Button>
      </div>
    </form>
  );
}
