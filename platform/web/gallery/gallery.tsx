import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { App, ConfigProvider } from 'antd';
import { useEffect, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { languages, type Label, type Language } from '#platform/model/label.ts';
import { queries } from '#platform/web/api/queries.ts';
import { DialogHost, showDialogsOf } from '#platform/web/page/dialogs.tsx';
import { FeedbackPort } from '#platform/web/page/feedback.tsx';
import { chooseLanguage, say } from '#platform/web/text/language.ts';
import { fetchPickersWith } from '#platform/web/field/open-picker.ts';
import { pick } from '#platform/web/picker/picker-dialog.tsx';
import { register } from '#platform/web/registry/registry.ts';
import { antdLocale } from '#platform/web/look/locale.ts';
import { brandOf, frameColours, themeOf, type Looks } from '#platform/web/look/theme.ts';
import { answerHere } from './answers.ts';
import { Buttons, Fields, ReadFields, Statuses } from './small-parts.tsx';
import { Filters, Lines, List, Tree } from './large-parts.tsx';
import { gallery } from './specimens.ts';
import { isScene, openScene, States, type Scene } from './scenes.tsx';
import '#platform/web/look/page.css';
import '#platform/web/frame/frame.css';
import './gallery.css';

interface Wanted {
  readonly language: Language;
  readonly looks: Looks;
  readonly scene: Scene | null;
}

/**
 * `#/__gallery?lang=en-US&dark=1&brand=ffd400&scene=picker`: every part of the kit on one page, without a server and
 * without a session.
 */
export function openGallery(root: HTMLElement): void {
  const wanted = wantedBy(new URLSearchParams(location.hash.split('?')[1] ?? ''));
  window.addEventListener('hashchange', () => {
    location.reload();
  });
  answerHere();
  chooseLanguage(wanted.language);
  register([{ model: gallery }]);
  fetchPickersWith(() => Promise.resolve(pick));
  createRoot(root).render(
    <QueryClientProvider client={queries}>
      <Gallery {...wanted} />
    </QueryClientProvider>,
  );
}

function wantedBy(params: URLSearchParams): Wanted {
  const scene = params.get('scene') ?? '';
  return {
    language: languages.find((each) => each === params.get('lang')) ?? 'zh-CN',
    looks: { brand: brandOf(`#${params.get('brand') ?? ''}`), isDark: params.get('dark') === '1', rowHeight: 32 },
    scene: isScene(scene) ? scene : null,
  };
}

const titles = {
  buttons: ['按钮', '按鈕', 'Buttons'],
  statuses: ['状态标签', '狀態標籤', 'Status tags'],
  fields: ['字段', '欄位', 'Fields'],
  read: ['只读', '唯讀', 'Read'],
  filters: ['查询条件', '查詢條件', 'Filters'],
  list: ['列表', '列表', 'List'],
  tree: ['树形列表', '樹形列表', 'Tree'],
  lines: ['明细与错误', '明細與錯誤', 'Lines with errors'],
  states: ['页面状态', '頁面狀態', 'States'],
} as const satisfies Readonly<Record<string, Label>>;

function Gallery({ language, looks, scene }: Wanted): ReactNode {
  const { data: locale } = useQuery({
    queryKey: ['locale', language],
    queryFn: () => antdLocale(language),
    structuralSharing: false,
  });
  useEffect(() => {
    const { documentElement: page } = document;
    page.dataset['theme'] = looks.isDark ? 'dark' : 'light';
    page.style.colorScheme = looks.isDark ? 'dark' : 'light';
    for (const [name, value] of Object.entries(frameColours(looks))) page.style.setProperty(name, value);
    showDialogsOf('gallery');
  }, [looks]);
  useEffect(() => {
    if (locale !== undefined && scene !== null) openScene(scene);
  }, [locale, scene]);
  if (locale === undefined) return null;
  return (
    <ConfigProvider locale={locale} theme={themeOf(looks)} button={{ autoInsertSpace: false }}>
      <App component={false} message={{ maxCount: 5 }}>
        <FeedbackPort />
        <main className="gallery">
          <Part title={titles.buttons}>
            <Buttons />
          </Part>
          <Part title={titles.statuses}>
            <Statuses />
          </Part>
          <Part title={titles.fields}>
            <Fields />
          </Part>
          <Part title={titles.read}>
            <ReadFields />
          </Part>
          <Part title={titles.filters}>
            <Filters />
          </Part>
          <Part title={titles.list}>
            <List />
          </Part>
          <Part title={titles.tree}>
            <Tree />
          </Part>
          <Part title={titles.lines}>
            <Lines />
          </Part>
          <Part title={titles.states}>
            <States />
          </Part>
        </main>
        <DialogHost />
      </App>
    </ConfigProvider>
  );
}

function Part({ title, children }: { readonly title: Label; readonly children: ReactNode }): ReactNode {
  return (
    <section className="gallery-part">
      <h2>{say(title)}</h2>
      {children}
    </section>
  );
}
