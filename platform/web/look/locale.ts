import type { ConfigProviderProps } from 'antd';
import dayjs from 'dayjs';
import type { Label, Language } from '#platform/model/label.ts';

type Locale = NonNullable<ConfigProviderProps['locale']>;

/** Only the words of the chosen language are fetched. */
export async function antdLocale(language: Language): Promise<Locale> {
  switch (language) {
    case 'zh-CN': {
      const [locale] = await Promise.all([import('antd/es/locale/zh_CN'), import('dayjs/locale/zh-cn')]);
      dayjs.locale('zh-cn');
      return locale.default;
    }
    case 'zh-TW': {
      const [locale] = await Promise.all([import('antd/es/locale/zh_TW'), import('dayjs/locale/zh-tw')]);
      dayjs.locale('zh-tw');
      // Rows are counted in 筆 everywhere else.
      return { ...locale.default, Pagination: { ...locale.default.Pagination, items_per_page: perPage[1] } };
    }
    case 'en-US': {
      dayjs.locale('en');
      return (await import('antd/es/locale/en_US')).default;
    }
  }
}

const perPage: Label = ['条/页', '筆/頁', '/ page'];
