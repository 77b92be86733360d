import {
  BoldOutlined,
  ClearOutlined,
  FontSizeOutlined,
  ItalicOutlined,
  LinkOutlined,
  OrderedListOutlined,
  PictureOutlined,
  UnderlineOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons';
import { Button, Input, Popover } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { Label } from '#platform/model/label.ts';
import { isRichLink } from '#platform/model/rich-text.ts';
import { uploadPath } from '#platform/model/file.ts';
import { newKey } from '#platform/web/api/key.ts';
import { sendFile } from '#platform/web/file/send-file.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import { cleanMarkup, isBlank } from './clean.ts';
import { richTexts } from './texts.ts';
import { useShownMarkup } from './use-pictures.ts';
import './rich-text.css';

export interface RichEditorProps {
  readonly id?: string;
  readonly label: string;
  readonly value: string;
  readonly disabled?: boolean;
  readonly onChange: (html: string) => void;
}

/** Formatted text, written in the page's own editing. What it hands on is clean; the server cleans again. */
export function RichEditor({ id, label, value, disabled = false, onChange }: RichEditorProps): ReactNode {
  const area = useRef<HTMLDivElement>(null);
  const told = useRef<string | null>(null);
  const shown = useShownMarkup(value);
  useEffect(() => {
    const box = area.current;
    // What was just typed is in the box already; setting it anew would move the cursor.
    if (box !== null && (told.current !== value || (shown.includes(' src=') && !box.innerHTML.includes(' src='))))
      box.innerHTML = shown;
    told.current = value;
  }, [value, shown]);
  const tell = (): void => {
    const html = cleanMarkup(area.current?.innerHTML ?? '');
    told.current = isBlank(html) ? '' : html;
    onChange(told.current);
  };
  // Old, and the one way to edit in place that every browser has and undoes step by step.
  const perform = (command: string, argument?: string): void => {
    area.current?.focus();
    document.execCommand(command, false, argument);
    tell();
  };
  return (
    <div className={disabled ? 'rich-editor rich-disabled' : 'rich-editor'}>
      <Tools disabled={disabled} perform={perform} />
      <div
        ref={area}
        {...(id === undefined ? {} : { id })}
        className="rich-text rich-area"
        role="textbox"
        aria-multiline
        aria-label={label}
        tabIndex={disabled ? -1 : 0}
        contentEditable={!disabled}
        suppressContentEditableWarning
        onInput={tell}
        onBlur={tell}
        onPaste={(event) => {
          event.preventDefault();
          const html = event.clipboardData.getData('text/html');
          if (html === '') perform('insertText', event.clipboardData.getData('text/plain'));
          else
            perform(
              'insertHTML',
              cleanMarkup(html, () => null),
            );
        }}
        onDrop={(event) => {
          event.preventDefault();
        }}
      />
    </div>
  );
}

type Perform = (command: string, argument?: string) => void;
interface ToolsProps {
  readonly disabled: boolean;
  readonly perform: Perform;
}
function Tools({ disabled, perform }: ToolsProps): ReactNode {
  return (
    <div className="rich-tools" role="toolbar" aria-label={say(richTexts.tools)}>
      {plainTools.map(({ verb, label, icon, press }) => (
        <Tool
          key={verb}
          icon={icon}
          label={say(label)}
          verb={verb}
          disabled={disabled}
          onPress={() => {
            press(perform);
          }}
        />
      ))}
      <LinkTool
        disabled={disabled}
        onLink={(href) => {
          perform('createLink', href);
        }}
        onUnlink={() => {
          perform('unlink');
        }}
      />
      <PictureTool
        disabled={disabled}
        onPicture={(markup) => {
          perform('insertHTML', markup);
        }}
      />
      <Tool
        icon={<ClearOutlined />}
        label={say(richTexts.plain)}
        verb="plain"
        disabled={disabled}
        onPress={() => {
          perform('removeFormat');
          perform('formatBlock', 'p');
        }}
      />
    </div>
  );
}

interface PlainTool {
  readonly verb: string;
  readonly label: Label;
  readonly icon: ReactNode;
  readonly press: (perform: Perform) => void;
}
const performing =
  (command: string) =>
  (perform: Perform): void => {
    perform(command);
  };
const plainTools: readonly PlainTool[] = [
  { verb: 'bold', label: richTexts.bold, icon: <BoldOutlined />, press: performing('bold') },
  { verb: 'italic', label: richTexts.italic, icon: <ItalicOutlined />, press: performing('italic') },
  { verb: 'underline', label: richTexts.underline, icon: <UnderlineOutlined />, press: performing('underline') },
  {
    verb: 'heading',
    label: richTexts.heading,
    icon: <FontSizeOutlined />,
    press: (perform) => {
      perform('formatBlock', isIn('h3') ? 'p' : 'h3');
    },
  },
  {
    verb: 'bullets',
    label: richTexts.bullets,
    icon: <UnorderedListOutlined />,
    press: performing('insertUnorderedList'),
  },
  { verb: 'numbers', label: richTexts.numbers, icon: <OrderedListOutlined />, press: performing('insertOrderedList') },
];

const isIn = (tag: string): boolean => (getSelection()?.anchorNode?.parentElement?.closest(tag) ?? null) !== null;

interface ToolProps {
  readonly icon: ReactNode;
  readonly label: string;
  readonly verb: string;
  readonly disabled: boolean;
  readonly onPress?: () => void;
}
/** The selection stays where it is: a press must not take the focus. */
function Tool({ icon, label, verb, disabled, onPress }: ToolProps): ReactNode {
  return (
    <Button
      type="text"
      size="small"
      icon={icon}
      title={label}
      aria-label={label}
      data-tool={verb}
      disabled={disabled}
      onMouseDown={(event) => {
        event.preventDefault();
      }}
      onClick={() => {
        onPress?.();
      }}
    />
  );
}

interface LinkToolProps {
  readonly disabled: boolean;
  readonly onLink: (href: string) => void;
  readonly onUnlink: () => void;
}
function LinkTool({ disabled, onLink, onUnlink }: LinkToolProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const [href, setHref] = useState('');
  const chosen = useRef<Range | null>(null);
  const finish = (act: () => void): void => {
    const selection = getSelection();
    if (chosen.current !== null) {
      selection?.removeAllRanges();
      selection?.addRange(chosen.current);
    }
    setOpen(false);
    act();
  };
  return (
    <Popover
      trigger="click"
      open={isOpen && !disabled}
      onOpenChange={(next) => {
        const selection = getSelection();
        if (next)
          chosen.current = selection !== null && selection.rangeCount > 0 ? selection.getRangeAt(0).cloneRange() : null;
        if (next) setHref(selection?.anchorNode?.parentElement?.closest('a')?.getAttribute('href') ?? '');
        setOpen(next);
      }}
      content={
        <LinkInput
          href={href}
          onHref={setHref}
          onLink={() => {
            finish(() => {
              onLink(href);
            });
          }}
          onUnlink={() => {
            finish(onUnlink);
          }}
        />
      }
    >
      <span>
        <Tool icon={<LinkOutlined />} label={say(richTexts.link)} verb="link" disabled={disabled} />
      </span>
    </Popover>
  );
}

interface LinkInputProps {
  readonly href: string;
  readonly onHref: (href: string) => void;
  readonly onLink: () => void;
  readonly onUnlink: () => void;
}
function LinkInput({ href, onHref, onLink, onUnlink }: LinkInputProps): ReactNode {
  return (
    <div className="rich-link">
      <Input
        value={href}
        placeholder="https://"
        aria-label={say(richTexts.linkTo)}
        status={href === '' || isRichLink(href) ? '' : 'error'}
        onChange={(event) => {
          onHref(event.target.value.trim());
        }}
        onPressEnter={(event) => {
          event.preventDefault();
          if (isRichLink(href)) onLink();
        }}
      />
      <Button type="primary" data-tool="setLink" disabled={!isRichLink(href)} onClick={onLink}>
        {say(texts.confirm)}
      </Button>
      <Button onClick={onUnlink}>{say(richTexts.unlink)}</Button>
    </div>
  );
}

function PictureTool({
  disabled,
  onPicture,
}: {
  readonly disabled: boolean;
  readonly onPicture: (markup: string) => void;
}): ReactNode {
  const [isBusy, setBusy] = useState(false);
  const take = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    setBusy(true);
    try {
      const { id } = await sendFile(file, {
        path: uploadPath,
        key: newKey(),
        signal: new AbortController().signal,
        onProgress: () => undefined,
      });
      onPicture(`<img data-file="${id}" src="${URL.createObjectURL(file)}" alt="">`);
    } catch (error) {
      feedback.error(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  const choose = (): void => {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = 'image/png,image/jpeg,image/gif,image/webp';
    input.addEventListener('change', () => void take(input.files?.[0]));
    input.click();
  };
  return (
    <Tool
      icon={<PictureOutlined />}
      label={say(richTexts.picture)}
      verb="picture"
      disabled={disabled || isBusy}
      onPress={choose}
    />
  );
}
