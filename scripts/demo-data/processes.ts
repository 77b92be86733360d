import type { processCategories } from '#workflow/model/choices.ts';
import { templates } from '#workflow/model/engine/template.ts';
import type { Load } from './people.ts';

interface Basis {
  readonly templates: readonly {
    readonly key: string;
    readonly name: string;
    readonly docType: string;
    readonly xml: string;
  }[];
}

const categories: Readonly<Record<string, keyof typeof processCategories>> = { SO: '销售', CR: '人事' };

/** Where documents of a type are sent in from. */
const forms: Readonly<
  Record<
    string,
    {
      readonly routeName: string;
      readonly saveUrl: string;
      readonly formName: string;
      readonly condition: string | null;
    }
  >
> = {
  SO_NORMAL: {
    routeName: 'order-order',
    saveUrl: '/channelsale/order',
    formName: 'order',
    condition: 'orderType != "1"',
  },
  SO_SPECIAL: {
    routeName: 'order-order',
    saveUrl: '/channelsale/order',
    formName: 'order',
    condition: 'orderType = "1"',
  },
  DEMO_CORRECTION: {
    routeName: 'activiti-correction',
    saveUrl: '/activiti/correction',
    formName: 'correction',
    condition: null,
  },
};

/**
 * The templates of the product, deployed. Their routes are laid and switched off: with one in force an order can no
 * longer simply be audited, and months of them are written first (`strict.ts` puts them in force).
 */
export async function createProcesses({ admin }: Pick<Load, 'admin'>): Promise<void> {
  const basis = await admin.get<Basis>('/activiti/model/basis');
  for (const [i, { key, name, docType, xml }] of basis.templates.entries()) {
    const id = await admin.post('/activiti/model', { name, key, category: categories[docType], modelXml: xml });
    await admin.ask(`/activiti/model/deploy/${id}`, {});
    const form = forms[key];
    if (form !== undefined)
      await admin.post('/activiti/bizroute', {
        name,
        processDefinitionKey: key,
        docType,
        priority: (i + 1) * 10,
        status: '0',
        ...form,
      });
  }
  if (basis.templates.length !== templates.length) throw new Error('a template is not offered');
}
