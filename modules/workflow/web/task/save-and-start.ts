import { get, post } from '#platform/web/api/client.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import { taskTexts } from './task-texts.ts';

/** What a business route says of the document it is for. */
export interface StartRoute {
  readonly processDefinitionKey: string | null;
  readonly saveUrl: string | null;
  readonly formName: string | null;
  readonly callbackUrl: string | null;
}

export interface Starting {
  /** The route as it is known before anything is asked; null where it depends on what is being written. */
  readonly route: StartRoute | null;
  /** The route of the document as it is written now. */
  readonly find: () => Promise<StartRoute>;
  readonly isFit: () => Promise<boolean>;
  /** Undefined when it was not saved, which has been told. */
  readonly save: (path: string) => Promise<{ readonly businessKey?: unknown } | undefined>;
  readonly variables: () => Readonly<Record<string, unknown>>;
}

/** Save-and-start, in the order of its checks (000 §5, §7). False when nothing was started; why was told. */
export async function saveAndStart({ route: known, find, isFit, save, variables }: Starting): Promise<boolean> {
  if (known !== null && isIncomplete(known)) return false;
  if (!(await isFit())) return false;
  try {
    const route = known ?? (await find());
    if (known === null && isIncomplete(route)) return false;
    const processDefinitionKey = route.processDefinitionKey ?? '';
    const { list } = await get<{ readonly list: readonly unknown[] }>('/activiti/process/lastestPage', {
      key: processDefinitionKey,
    });
    if (list.length === 0) return complain(taskTexts.notExistError);
    const saved = await save(route.saveUrl ?? '');
    if (saved === undefined) return false;
    const businessKey = typeof saved.businessKey === 'string' ? saved.businessKey : '';
    if (businessKey === '') return complain(taskTexts.businessKeyError);
    const { processInstanceId } = await post<{ readonly processInstanceId: string }>(
      '/activiti/running/startOfBusinessKey',
      { processDefinitionKey, businessKey, variables: variables() },
    );
    if (isOwnPath(route.callbackUrl))
      await post(route.callbackUrl, undefined, { params: { processInstanceId, processDefinitionKey, businessKey } });
  } catch {
    // The server's words were shown by the call.
    return false;
  }
  feedback.success(say(texts.done));
  return true;
}

function isIncomplete({ saveUrl, processDefinitionKey, formName }: StartRoute): boolean {
  const missing = isBlank(saveUrl)
    ? taskTexts.formURLError
    : isBlank(processDefinitionKey)
      ? taskTexts.keyError
      : isBlank(formName)
        ? taskTexts.formNameError
        : null;
  if (missing !== null) complain(missing);
  return missing !== null;
}

const isBlank = (text: string | null): boolean => text === null || text.trim() === '';
/** A route is data: it names calls of the product and leads nowhere else. */
const isOwnPath = (path: string | null): path is string => path !== null && /^\/(?!\/)/.test(path);

function complain(text: Parameters<typeof say>[0]): false {
  feedback.error(say(text));
  return false;
}
