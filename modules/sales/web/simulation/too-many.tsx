import { Button, Result } from 'antd';
import { useState, type ReactNode } from 'react';
import { say } from '#platform/web/text/language.ts';
import { keptDays } from '#sales/model/simulation/background.ts';
import { backgroundTexts as texts } from './background-texts.ts';

interface TooManyProps {
  readonly title: string;
  /** Why it is not tried here, or why it failed there. */
  readonly text: string;
  readonly onStart: () => Promise<void>;
}

/** More past orders than one call tries: they are asked for where nobody waits. */
export function TooMany({ title, text, onStart }: TooManyProps): ReactNode {
  const [isStarting, setIsStarting] = useState(false);
  return (
    <div className="card" data-testid="simulation-many">
      <Result
        status="info"
        title={title}
        subTitle={
          <>
            {text}
            {text !== '' && <br />}
            {say(texts.manyHint, { days: keptDays })}
          </>
        }
        extra={
          <Button
            type="primary"
            data-verb="runInBackground"
            loading={isStarting}
            onClick={() => {
              setIsStarting(true);
              void onStart().finally(() => {
                setIsStarting(false);
              });
            }}
          >
            {say(texts.run)}
          </Button>
        }
      />
    </div>
  );
}
