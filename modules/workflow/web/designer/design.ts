import { useEffect, useState, useSyncExternalStore } from 'react';
import { CallError, post, put } from '#platform/web/api/client.ts';
import { listsChanged } from '#platform/web/api/queries.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import { beginPause } from '#platform/web/page/settled.ts';
import { openTabs, setDirty } from '#platform/web/route/tabs.ts';
import { wfModel } from '#workflow/model/definition.ts';
import { emptyDrawing, openBoard, type Board } from './board.ts';
import type { Fault } from './fault-list.tsx';
import { designerTexts as texts } from './texts.ts';

export interface Model {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly modelXml: string | null;
  readonly rowVersion: number;
}

export interface Checked {
  readonly at: number;
  readonly faults: readonly Fault[];
  readonly isComplete: boolean;
}
interface CheckAnswer {
  readonly complaints: readonly Fault[];
  readonly states: number;
  readonly isComplete: boolean;
}

/** A drawing under way: what it is on, how it differs from what was saved, and what can be done with all of it. */
export interface Design {
  readonly board: Board;
  readonly changes: number;
  readonly isDirty: boolean;
  readonly checked: Checked | null;
  /** False when the server took nothing. */
  readonly save: () => Promise<boolean>;
  readonly deploy: () => Promise<void>;
  readonly replace: (xml: string) => Promise<void>;
}

type Ground = { readonly current: HTMLDivElement | null };

export function useDesign(tab: string, model: Model, ground: Ground): Design {
  const [board] = useState(openBoard);
  const [rowVersion, setRowVersion] = useState(model.rowVersion);
  useSyncExternalStore(board.subscribe, board.version);
  const changes = board.changes();
  const { id, key } = model;

  useShown(board, tab, ground);
  const [saved, setSaved] = useLoaded(board, model);
  const isDirty = saved !== null && changes !== saved;
  useEffect(() => {
    setDirty(tab, isDirty);
  }, [tab, isDirty]);
  const [checked, setChecked] = useChecked(board, key, saved !== null);

  const save = async (): Promise<boolean> => {
    const at = board.changes();
    try {
      await put(`${wfModel.path}/${id}/xml`, { modelXml: await board.xml(), rowVersion });
    } catch {
      return false;
    }
    setSaved(at);
    setRowVersion(rowVersion + 1);
    void listsChanged();
    return true;
  };
  const deploy = async (): Promise<void> => {
    if (isDirty && !(await save())) return;
    if (!(await feedback.confirm(say(texts.confirmDeploy)))) return;
    try {
      await post(`${wfModel.path}/deploy/${id}`);
    } catch (error) {
      const faults = error instanceof CallError ? error.errors.map(({ path, msg }) => ({ element: path, msg })) : [];
      if (faults.length > 0) {
        board.mark(faults.map(({ element }) => element));
        setChecked({ at: changes, faults, isComplete: true });
      }
      return;
    }
    feedback.success(say(texts.deployed));
    void listsChanged();
  };
  const replace = async (xml: string): Promise<void> => {
    if (!(await feedback.confirm(say(texts.replaceDrawing)))) return;
    const before = await board.xml();
    if ((await board.load(xml, key)) === null) return;
    feedback.error(say(texts.importFault));
    await board.load(before, key);
  };
  return { board, changes, isDirty, checked, save, deploy, replace };
}

/** Hidden the tool is taken off the page and put back when the tab is shown; with the tab it goes for good. */
function useShown(board: Board, tab: string, ground: { readonly current: HTMLDivElement | null }): void {
  useEffect(() => {
    if (ground.current !== null) board.attach(ground.current);
    return () => {
      board.detach();
      if (!openTabs().includes(tab)) board.destroy();
    };
  }, [board, tab, ground]);
}

/** What counts as saved is the drawing as it was loaded; null until then. */
function useLoaded(board: Board, model: Model): readonly [number | null, (changes: number) => void] {
  const [saved, setSaved] = useState<number | null>(null);
  const { key } = model;
  useEffect(() => {
    if (saved !== null) return;
    void board
      .load(
        model.modelXml === null || model.modelXml.trim() === '' ? emptyDrawing(key, model.name) : model.modelXml,
        key,
      )
      .then((fault) => {
        if (fault !== null) {
          feedback.error(say(texts.importFault));
          return board.load(emptyDrawing(key, model.name), key);
        }
        return fault;
      })
      .then(() => {
        setSaved(board.changes());
      });
  }, [board, saved, model, key]);
  return [saved, setSaved];
}

/** The server looks at the drawing whenever the hand has rested for a moment. */
function useChecked(
  board: Board,
  key: string,
  isLoaded: boolean,
): readonly [Checked | null, (checked: Checked) => void] {
  const [checked, setChecked] = useState<Checked | null>(null);
  const changes = board.changes();
  useEffect(() => {
    if (!isLoaded || checked?.at === changes) return undefined;
    const timer = setTimeout(() => {
      void board
        .xml()
        .then((modelXml) => post<CheckAnswer>(`${wfModel.path}/check`, { modelXml }, { isSilent: true }))
        .then(
          ({ complaints, isComplete }) => {
            board.mark(complaints.map(({ element }) => element));
            setChecked({ at: changes, faults: complaints, isComplete });
          },
          (error: unknown) => {
            setChecked({
              at: changes,
              faults: [{ element: key, msg: error instanceof Error ? error.message : String(error) }],
              isComplete: false,
            });
          },
        );
    }, 600);
    beginPause(600);
    return () => {
      clearTimeout(timer);
    };
  }, [board, key, changes, isLoaded, checked?.at]);

  return [checked, setChecked];
}
