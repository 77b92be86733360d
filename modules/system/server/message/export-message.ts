import { exportRoute } from '#platform/model/export.ts';
import { fill, textOf, type Label } from '#platform/model/label.ts';
import type { Command } from '#platform/server/command/command.ts';
import type { ExportOutcome } from '#platform/server/export/runner.ts';
import { sendMessage } from './message.ts';

const made: Label = [
  '{title}导出完成，共{rows}行，点击下载（保留7天）',
  '{title}匯出完成，共{rows}列，點選下載（保留7天）',
  '{title}: {rows} {rows:row|rows} exported. Click to download, within 7 days',
];
const failed: Label = ['{title}导出失败：{why}', '{title}匯出失敗：{why}', '{title}: export failed, {why}'];

/** Whoever asked for a long export learns that it is there, or that it is not, in the language he asked in. */
export function tellExported(ctx: Command, { to, title, language, fileId, rows, why }: ExportOutcome): void {
  const content = fill(textOf(fileId === null ? failed : made, language), {
    title,
    rows: rows.toLocaleString('en'),
    why,
  });
  sendMessage(ctx, {
    to: [to],
    title: fileId === null ? 'exportFailed' : 'exported',
    type: '2',
    content,
    ...(fileId === null ? {} : { routeName: exportRoute, businessKey: fileId }),
  });
}
