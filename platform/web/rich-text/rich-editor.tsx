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
import { isRichLink } from '#platform/model/rich-text.ts';
import { uploadPath } from '#platform/model/file.ts';
import { newKey } from '#platform/web/api/key.ts';
import { sendFile } from '#platform/web/file/send-file.ts';
import { feedback } from '#platform/web/feedback.tsx';
import { say } from '#platform/web/language.ts';
import { texts } from '#platform/web/texts.ts';
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
      <div className="rich-tools" role="toolbar" aria-label={say(richTexts.tools)}>
        <Tool
          icon={<BoldOutlined />}
          label={say(richTexts.bold)}
          verb="bold"
          disabled={disabled}
          onPress={() => {
            perform('bold');
          }}
        />
        <Tool
          icon={<ItalicOutlined />}
          label={say(richTexts.italic)}
          verb="italic"
          disabled={disabled}
          onPress={() => {
            perform('italic');
          }}
        />
        <Tool
          icon={<UnderlineOutlined />}
          label={say(richTexts.underline)}
          verb="underline"
          disabled={disabled}
          onPress={() => {
            perform('underline');
          }}
        />
        <Tool
          icon={<FontSizeOutlined />}
          label={say(richTexts.heading)}
          verb="heading"
          disabled={disabled}
          onPress={() => {
            perform('formatBlock', isIn('h3') ? 'p' : 'h3');
          }}
        />
        <Tool
          icon={<UnorderedListOutlined />}
          label={say(richTexts.bullets)}
          verb="bullets"
          disabled={disabled}
          onPress={() => {
            perform('insertUnorderedList');
          }}
        />
        <Tool
          icon={<OrderedListOutlined />}
          label={say(richTexts.numbers)}
          verb="numbers"
          disabled={disabled}
          onPress={() => {
            perform('insertOrderedList');
          }}
        />
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

function LinkTool({
  disabled,
  onLink,
  onUnlink,
}: {
  readonly disabled: boolean;
  readonly onLink: (href: string) => void;
  readonly onUnlink: () => void;
}): ReactNode {
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
        <div className="rich-link">
          <Input
            value={href}
            placeholder="https://"
            aria-label={say(richTexts.linkTo)}
            status={href === '' || isRichLink(href) ? '' : 'error'}
            onChange={(event) => {
              setHref(event.target.value.trim());
            }}
            onPressEnter={(event) => {
              event.preventDefault();
              if (isRichLink(href))
                finish(() => {
                  onLink(href);
                });
            }}
          />
          <Button
            type="primary"
            data-tool="setLink"
            disabled={!isRichLink(href)}
            onClick={() => {
              finish(() => {
                onLink(href);
              });
            }}
          >
            {say(texts.confirm)}
          </Button>
          <Button
            onClick={() => {
              finish(onUnlink);
            }}
          >
            {say(richTexts.unlink)}
          </Button>
        </div>
      }
    >
      <span>
        <Tool icon={<LinkOutlined />} label={say(richTexts.link)} verb="link" disabled={disabled} />
      </span>
    </Popover>
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
