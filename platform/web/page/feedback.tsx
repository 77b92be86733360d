import { App } from 'antd';
import { useLayoutEffect } from 'react';

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
  /** Everything else waits while a question is open. */
  isAsking: (): boolean => asking > 0,
};
