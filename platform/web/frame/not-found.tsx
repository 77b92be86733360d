import { Button } from 'antd';
import type { ReactNode } from 'react';
import type { Label } from '#platform/model/label.ts';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import { Message } from '#platform/web/loading/loaded.tsx';
import { go } from '#platform/web/route/route.ts';

const title: Label = ['404未找到', '404未找到', '404'];

export function NotFound(): ReactNode {
  return (
    <Message
      title={say(title)}
      more={say(texts.notFoundPage)}
      buttons={
        <>
          <Button data-verb="back" onClick={back}>
            {say(texts.previousPage)}
          </Button>
          <Button
            type="primary"
            data-verb="home"
            onClick={() => {
              go('home');
            }}
          >
            {say(texts.home)}
          </Button>
        </>
      }
    />
  );
}

/** A page that was typed into an empty window has none before it. */
function back(): void {
  if (history.length > 1) history.back();
  else go('home');
}
