import { serveEntity } from '#platform/server/entity/serve.ts';
import { news } from '#system/model/news.ts';

export const newsService = serveEntity(news, {
  verbs: {
    publish: () => ({ status: '1' as const, publishDate: new Date().toISOString() }),
    unpublish: () => ({ status: '0' as const, publishDate: null }),
  },
});
