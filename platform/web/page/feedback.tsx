import { App, Button } from 'antd';
import { useLayoutEffect, type ReactNode } from 'react';

type Said = Pick<ReturnType<typeof App.useApp>, 'message' | 'modal'>;
let app: Said | null = null;
let asking = 0;

/** Lets code outside React speak in the theme of the page. */
export function FeedbackPort(): null {
  const { message, modal } = App.useApp();
  useLayoutEffect(() => {
    speakThrough({ message, modal });
  }, [message, modal]);
  return null;
}

/** From here on messages and questions appear there. */
export function speakThrough(said: Said): void {
  app = said;
}

/** Failures stay for 4 s, successes for half a second (000 §8). */
const failureSeconds = 4;
const successSeconds = 0.5;
const undoSeconds = 10;

export const feedback = {
  /** The same text twice at once is one message. */
  error: (text: string): void => {
    void app?.message.open({ type: 'error', content: text, duration: failureSeconds, key: text });
  },
  warn: (text: string, seconds = failureSeconds): void => {
    void app?.message.open({ type: 'warning', content: text, duration: seconds, key: text });
  },
  info: (text: string): void => {
    void app?.message.open({ type: 'info', content: text, duration: failureSeconds, key: text });
  },
  success: (text: string): void => {
    void app?.message.open({ type: 'success', content: text, duration: successSeconds });
  },
  /** What was done, and for a while the way back. */
  undoable: (text: string, undo: string, takeBack: () => void): void => {
    const key = `undo ${text} ${Date.now()}`;
    const content = (
      <>
        {text}{' '}
        <Button
          type="link"
          size="small"
          data-verb="undo"
          onClick={() => {
            app?.message.destroy(key);
            takeBack();
          }}
        >
          {undo}
        </Button>
      </>
    );
    void app?.message.open({ type: 'success', content, duration: undoSeconds, key });
  },
  /** A success that names something to click: it stays as long as a failure does. */
  told: (content: ReactNode): void => {
    void app?.message.open({ type: 'success', content, duration: failureSeconds });
  },
  /** Stays until it is over; said again, it says something else. */
  progress: (key: string, text: string): void => {
    void app?.message.open({ type: 'loading', content: text, duration: 0, key });
  },
  over: (key: string): void => {
    app?.message.destroy(key);
  },
  /** A dialog closes when its success has been read. */
  succeeded: async (text: string): Promise<void> => {
    feedback.success(text);
    await new Promise((resolve) => {
      setTimeout(resolve, successSeconds * 1000);
    });
  },
  confirm: (text: string, { isDanger = false } = {}): Promise<boolean> =>
    new Promise((resolve) => {
      if (app === null) return resolve(false);
      asking += 1;
      const answer = (isYes: boolean) => (): void => {
        asking -= 1;
        resolve(isYes);
      };
      app.modal.confirm({
        title: text,
        centered: true,
        okButtonProps: { danger: isDanger, 'data-verb': 'confirm' },
        onOk: answer(true),
        onCancel: answer(false),
      });
    }),
  /** Asks before unsaved work is left: saved where it can be, given up, or neither. */
  leave: (
    text: string,
    { save, discard }: { readonly save: string | undefined; readonly discard: string },
  ): Promise<'save' | 'discard' | 'stay'> =>
    new Promise((resolve) => {
      if (app === null) return resolve('stay');
      asking += 1;
      const answer = (chosen: 'save' | 'discard' | 'stay') => (): void => {
        asking -= 1;
        resolve(chosen);
      };
      const shown = app.modal.confirm({
        title: text,
        centered: true,
        okText: discard,
        okButtonProps: { danger: true, 'data-verb': 'confirm' },
        onOk: answer('discard'),
        onCancel: answer('stay'),
        footer: (_usual, { OkBtn, CancelBtn }) => (
          <>
            <CancelBtn />
            <OkBtn />
            {save !== undefined && (
              <Button
                data-verb="saveAndClose"
                onClick={() => {
                  shown.destroy();
                  answer('save')();
                }}
              >
                {save}
              </Button>
            )}
          </>
        ),
      });
    }),
  /** Everything else waits while a question is open. */
  isAsking: (): boolean => asking > 0,
};
