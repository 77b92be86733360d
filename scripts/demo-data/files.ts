import { pngOf } from '#platform/server/file/png.ts';
import type { Load } from './people.ts';
import type { Session } from './product.ts';
import { streamOf } from './stream.ts';

const colours: readonly (readonly [number, number, number])[] = [
  [31, 111, 235],
  [212, 56, 13],
  [56, 158, 13],
  [114, 46, 209],
  [250, 173, 20],
];

/** For their own sake, and not for a record. */
const keepPath = `/sys/oss/upload?extraParams=${encodeURIComponent('{"keep":"1"}')}`;

/** Brands with a logo, a few papers in the store, and who may open which kind of them. */
export async function storeFiles({ admin, plan }: Load): Promise<void> {
  const chance = streamOf(`files ${plan.code}`);
  const { list: brands } = await admin.get<{ list: readonly { id: string; name: string; rowVersion: number }[] }>(
    '/data/bd/brand/page?page=1&limit=3',
  );
  for (const { id, name, rowVersion } of brands) {
    const { url } = await admin.upload('/sys/oss/upload', `${name} 标志.png`, square(96, chance.pick(colours)));
    await admin.put('/data/bd/brand', { id, logoUrl: url, rowVersion });
  }
  await admin.upload(
    keepPath,
    '渠道价目表.csv',
    Buffer.from('\ufeff编码,名称,单价\nM0001,内墙乳胶漆 18L,368.00\nM0002,外墙底漆 20kg,245.00\n'),
  );
  await admin.upload(
    keepPath,
    `${plan.name}年度经销合同（范本）.pdf`,
    Buffer.from(
      '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
        '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
    ),
  );
  await limitKinds(admin);
}

async function limitKinds(admin: Session): Promise<void> {
  await admin.post('/sys/filepermission', {
    code: 'FP01',
    name: '合同仅本部门可打开',
    fileType: 'pdf,docx',
    control: '1',
    remark: '上传人、同部门的人和管理员',
  });
  await admin.post('/sys/filepermission', { code: 'FP02', name: '表格限本组织', fileType: 'xlsx,csv', control: '2' });
  await admin.post('/sys/filepermission', { code: 'FP03', name: '图片全租户可见', fileType: 'image', control: '3' });
}

/** A picture of one colour with a lighter heart. */
function square(side: number, [red, green, blue]: readonly [number, number, number]): Buffer {
  const isHeart = (x: number, y: number): boolean => Math.abs(x - side / 2) + Math.abs(y - side / 2) < side / 4;
  const points = Array.from({ length: side * side }, (_point, at) =>
    isHeart(at % side, Math.floor(at / side)) ? [255, 255, 255] : [red, green, blue],
  );
  return pngOf({ width: side, height: side, colours: 'rgb', bytes: Uint8Array.from(points.flat()) });
}
