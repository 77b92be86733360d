/** Where the default export is, of every screen that names none (000 §7). */
export const defaultExportPath = '/channelsale/order/excel/exportMain';

/** A message with this route is about a file: opening it hands the file over. */
export const exportRoute = 'export-file';

/** How far an export is that nobody waits for. */
export interface ExportState {
  readonly id: string;
  readonly state: 'waiting' | 'running' | 'done' | 'failed';
  readonly rowCount: number;
  readonly total: number | null;
  readonly fileId: string | null;
  readonly error: string | null;
}
