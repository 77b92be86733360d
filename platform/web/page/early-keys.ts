import { isDialogOpen } from './dialogs.tsx';

/** What was typed for a form that is not there yet. */
export interface EarlyKeys {
  readonly text: string;
  /** What comes after Tab or Enter is meant for another field. */
  readonly isFull: boolean;
}
type Stroke = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'isComposing' | 'getModifierState'>;

export const noKeys: EarlyKeys = { text: '', isFull: false };

/** The keys with one more; the same ones where it writes nothing, null where it gives them up. */
export function withStroke(kept: EarlyKeys, stroke: Stroke): EarlyKeys | null {
  const { key } = stroke;
  if (key === 'Escape') return null;
  if (key === 'Tab' || key === 'Enter') return { ...kept, isFull: true };
  // A composition belongs to the field that it is seen in; AltGr writes a letter and looks like Ctrl+Alt.
  const isCommand = (stroke.ctrlKey || stroke.altKey || stroke.metaKey) && !stroke.getModifierState('AltGraph');
  if (kept.isFull || isCommand || stroke.isComposing) return kept;
  if (key === 'Backspace') return { ...kept, text: [...kept.text].slice(0, -1).join('') };
  return [...key].length === 1 ? { ...kept, text: kept.text + key } : kept;
}

const patience = 10_000;
let forget = (): void => undefined;

/** No focus will come, or none that the keys were meant for. */
export function forgetEarlyKeys(): void {
  forget();
}

/**
 * From the moment that a form is asked for, keys are kept for the first of its inputs that takes the focus: a quick
 * hand does not wait for code and definitions. Whoever clicks, or writes elsewhere meanwhile, has changed his mind.
 */
export function keepEarlyKeys(panel: string): void {
  forget();
  let kept = noKeys;
  const over = new AbortController();
  const timer = setTimeout(forgetEarlyKeys, patience);
  forget = () => {
    clearTimeout(timer);
    over.abort();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = isDialogOpen() || isInput(event.target) ? null : withStroke(kept, event);
    if (next === null) forget();
    else if (next.text !== kept.text) {
      // Nobody else takes it: "?" opens a list of keys, a space presses the button that has the focus.
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    kept = next ?? noKeys;
  };
  const onFocus = ({ target }: FocusEvent): void => {
    if (!isInput(target)) return;
    forget();
    if (target.closest(`[data-panel="${CSS.escape(panel)}"]`) !== null) writeInto(target, kept.text);
  };
  window.addEventListener('keydown', onKeyDown, { capture: true, signal: over.signal });
  window.addEventListener('pointerdown', forgetEarlyKeys, { capture: true, signal: over.signal });
  window.addEventListener('focusin', onFocus, { signal: over.signal });
}

const isInput = (target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

/** As if it had been typed there: React hears only of values that its own setter did not write. */
function writeInto(input: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  if (text === '' || input.readOnly || input.disabled) return;
  const kind = input instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(input, input.value + text);
  input.dispatchEvent(new InputEvent('input', { bubbles: true, data: text, inputType: 'insertText' }));
}
