// A process of its own for files of strangers: no network, no disk, no environment, little memory and little time.
import { FileFault, limits, type FileFaultName } from './file-fault.ts';
import { listRows } from './read-csv.ts';
import { sheetRows, type SheetRow } from './read-xlsx.ts';

/** One line of what this process says. */
export type Said =
  | { readonly rows: readonly SheetRow[]; readonly share: number }
  | { readonly end: number }
  | { readonly fault: FileFaultName };

const [, , kind] = process.argv;

try {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) chunks.push(chunk);
  const file = Buffer.concat(chunks);
  let [share, count] = [0, 0];
  for await (const rows of kind === 'xlsx'
    ? sheetRows(file, (done) => {
        share = done;
      })
    : listRows(file)) {
    if (process.memoryUsage.rss() > limits.rssMb * 1024 * 1024) throw new FileFault('bomb');
    if (process.cpuUsage().user > limits.cpuSeconds * 1e6) throw new FileFault('late');
    await say({ rows, share });
    count += rows.length;
  }
  await say({ end: count });
} catch (error) {
  if (!(error instanceof FileFault)) throw error;
  await say({ fault: error.fault });
}

/** Waits until it was heard: what nobody has taken yet is not read any further. */
function say(line: Said): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(`${JSON.stringify(line)}\n`, (error) => {
      if (error == null) resolve();
      else reject(error);
    });
  });
}
