import { Button } from 'antd';
import { useRef, type ReactNode } from 'react';
import { say } from '#platform/web/text/language.ts';
import type { OwnInputProps } from '#platform/web/registry/registry.ts';
import { designerTexts as texts } from './texts.ts';

/** Nobody types BPMN: a drawing comes from a file, or is drawn after the model was saved. */
export function ModelXmlInput({ id, value, onChange, disabled = false }: OwnInputProps): ReactNode {
  const file = useRef<HTMLInputElement>(null);
  const xml = typeof value === 'string' ? value : '';
  const state = (
    <span className="quiet">{xml === '' ? say(texts.xmlNone) : say(texts.xmlKept, { n: xml.length })}</span>
  );
  if (disabled) return state;
  return (
    <div className="xml-input" style={{ display: 'flex', gap: 8, alignItems: 'baseline' }}>
      <Button
        {...(id === undefined ? {} : { id })}
        size="small"
        data-verb="importXml"
        onClick={() => file.current?.click()}
      >
        {say(texts.importXml)}
      </Button>
      {state}
      <input
        ref={file}
        type="file"
        style={{ display: 'none' }}
        accept=".bpmn,.xml"
        aria-label={say(texts.importXml)}
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          event.target.value = '';
          if (chosen !== undefined) void chosen.text().then((text) => onChange?.(text));
        }}
      />
    </div>
  );
}
