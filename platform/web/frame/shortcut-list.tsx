import type { ReactNode } from 'react';
import type { Label } from '#platform/model/label.ts';
import { Dialog, openDialog } from '#platform/web/page/dialogs.tsx';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';

/** Every key that the product gives a meaning, for the list behind `?`. */
const shortcuts: readonly (readonly [keys: readonly string[], meaning: Label])[] = [
  [['Ctrl K'], ['搜索菜单、单据号', '搜尋選單、單據號', 'Search menu, document no.']],
  [['Alt 1…9'], ['切换到第 1…9 个页签', '切換到第 1…9 個頁籤', 'Go to tab 1…9']],
  [['Alt W'], ['关闭当前页签', '關閉目前頁籤', 'Close the tab']],
  [['Alt N'], ['新增', '新增', 'New']],
  [['Alt L'], ['到明细', '到明細', 'Go to the lines']],
  [['Ctrl S'], ['保存', '儲存', 'Save']],
  [['Ctrl P'], ['打印单据', '列印單據', 'Print the document']],
  [['Ctrl Enter'], ['确认对话框', '確認對話框', 'Confirm the dialog']],
  [['Esc'], ['关闭对话框', '關閉對話框', 'Leave the dialog']],
  [['/'], ['到第一个查询条件', '到第一個查詢條件', 'Go to the first filter']],
  [
    ['↑', '↓', '←', '→', 'Enter', 'F2', 'Tab'],
    ['在表格中移动、编辑', '在表格中移動、編輯', 'Move and edit in a grid'],
  ],
  [
    ['←', '→', 'Delete'],
    ['在页签条中移动、关闭', '在頁籤列中移動、關閉', 'Move and close in the tab strip'],
  ],
  [['?'], ['显示快捷键', '顯示快速鍵', 'Show this list']],
];

export function openShortcutList(): Promise<undefined> {
  return openDialog<undefined>(
    (close) => (
      <Dialog
        title={say(texts.shortcuts)}
        width={480}
        centered
        footer={null}
        onCancel={() => {
          close();
        }}
      >
        {shortcuts.map(([keys, meaning]) => (
          <Shortcut key={meaning[2]} keys={keys}>
            {say(meaning)}
          </Shortcut>
        ))}
      </Dialog>
    ),
    { scope: 'app' },
  );
}

function Shortcut({ keys, children }: { readonly keys: readonly string[]; readonly children: ReactNode }): ReactNode {
  return (
    <div className="shortcut">
      <span>{children}</span>
      <span className="shortcut-keys">
        {keys.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </span>
    </div>
  );
}
