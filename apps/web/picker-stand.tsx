import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { App as AntApp, Button, ConfigProvider } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { selectorTypes, type SelectorType } from '#data/web/pickers.ts';
import { pickProducts } from '#data/web/product-picker.ts';
import { WarehouseField } from '#data/web/warehouse-field.tsx';
import { useMe } from '#platform/web/api/me.ts';
import { queries } from '#platform/web/api/queries.ts';
import { DialogHost, showDialogsOf } from '#platform/web/page/dialogs.tsx';
import type { Row } from '#platform/web/value/row.ts';
import { FeedbackPort } from '#platform/web/page/feedback.tsx';
import { language, say } from '#platform/web/text/language.ts';
import { GenericSelector } from '#platform/web/picker/generic-selector.tsx';
import { pick, type Picking } from '#platform/web/picker/picker-dialog.tsx';
import { fetchModules } from '#platform/web/registry/late-modules.ts';
import { entityNamed } from '#platform/web/registry/registry.ts';
import { AnimatedNumber } from '#platform/web/home/animated-number.tsx';
import { antdLocale } from '#platform/web/look/locale.ts';
import { brandOf, frameColours, themeOf } from '#platform/web/look/theme.ts';
import { pickers } from './pickers.ts';
import '#platform/web/look/page.css';
import '#platform/web/frame/frame.css';
import '#platform/web/gallery/gallery.css';

/** `#/__pickers`: every picker of the product with the data of the session, also those that no screen needs yet. */
export async function openPickerStand(root: HTMLElement): Promise<void> {
  await fetchModules();
  createRoot(root).render(
    <QueryClientProvider client={queries}>
      <Stand />
    </QueryClientProvider>,
  );
}

const looks = { brand: brandOf(''), isDark: false, rowHeight: 32 } as const;
const modes: Readonly<Record<string, Picking>> = {
  one: {},
  many: { isMultiple: true },
  below: { isMultiple: true, isWithBelow: true },
};

function Stand(): ReactNode {
  const spoken = language();
  const { data: locale } = useQuery({
    queryKey: ['locale', spoken],
    queryFn: () => antdLocale(spoken),
    structuralSharing: false,
  });
  const me = useMe();
  const [picked, setPicked] = useState<Picked | undefined>(undefined);
  useEffect(() => {
    document.documentElement.lang = spoken;
    document.documentElement.dataset['theme'] = 'light';
    for (const [name, value] of Object.entries(frameColours(looks)))
      document.documentElement.style.setProperty(name, value);
    showDialogsOf('stand');
  }, [spoken]);
  if (locale === undefined || me === undefined) return null;
  return (
    <ConfigProvider locale={locale} theme={themeOf(looks)} button={{ autoInsertSpace: false }}>
      <AntApp component={false} message={{ maxCount: 3 }}>
        <FeedbackPort />
        <main className="gallery">
          <PickerButtons onPicked={setPicked} />
          <ProductButton onPicked={setPicked} />
          <WarehouseStand />
          {(Object.keys(selectorTypes) as SelectorType[]).map((type) => (
            <SelectorStand key={type} type={type} />
          ))}
          <FigureStand />
          <pre data-testid="picked">{picked === undefined ? '' : JSON.stringify(picked)}</pre>
        </main>
        <DialogHost />
      </AntApp>
    </ConfigProvider>
  );
}

/** Null when the dialog was left. */
type Picked = readonly Row[] | null;
interface PickedProps {
  readonly onPicked: (picked: Picked) => void;
}

function PickerButtons({ onPicked }: PickedProps): ReactNode {
  const open = (noun: string, picking: Picking): void => {
    const entity = entityNamed(noun);
    if (entity !== undefined)
      void pick(entity, picking).then((rows) => {
        onPicked(rows ?? null);
      });
  };
  return (
    <>
      {Object.entries(pickers).map(([key, { noun, rules }]) => (
        <div key={key} className="gallery-row">
          <span>
            {key} {rules?.title === undefined ? '' : say(rules.title)}
          </span>
          {Object.entries(modes).map(([mode, picking]) => (
            <Button
              key={mode}
              size="small"
              data-picker-key={key}
              data-mode={mode}
              onClick={() => {
                open(noun, { ...picking, rules });
              }}
            >
              {mode}
            </Button>
          ))}
        </div>
      ))}
    </>
  );
}

function ProductButton({ onPicked }: PickedProps): ReactNode {
  return (
    <div className="gallery-row">
      <span>product</span>
      <Button
        size="small"
        data-product-form="plain"
        onClick={() => {
          void pickProducts({}).then((rows) => {
            onPicked(rows ?? null);
          });
        }}
      >
        plain
      </Button>
    </div>
  );
}

function FigureStand(): ReactNode {
  const [figure, setFigure] = useState(1_000);
  return (
    <div className="gallery-row">
      <strong data-testid="figure">
        <AnimatedNumber value={figure} />
      </strong>
      <Button
        size="small"
        data-verb="count"
        onClick={() => {
          setFigure(1_234_567);
        }}
      >
        +
      </Button>
    </div>
  );
}

function WarehouseStand(): ReactNode {
  const [value, setValue] = useState('');
  return (
    <div className="gallery-row" data-stand="warehouse">
      <WarehouseField value={value} onChange={setValue} />
      <output>{value}</output>
    </div>
  );
}

function SelectorStand({ type }: { readonly type: SelectorType }): ReactNode {
  const [{ value, label }, set] = useState({ value: '', label: '' });
  return (
    <div className="gallery-row" data-stand={type}>
      <GenericSelector
        picker={selectorTypes[type]}
        isMultiple
        value={value}
        onChange={(next, names) => {
          set({ value: next, label: names });
        }}
      />
      <output>
        {value}|{label}
      </output>
    </div>
  );
}
