import type { Label } from '#platform/model/label.ts';

export const richTexts = {
  bold: ['加粗', '粗體', 'Bold'],
  italic: ['斜体', '斜體', 'Italic'],
  underline: ['下划线', '底線', 'Underline'],
  heading: ['标题', '標題', 'Heading'],
  paragraph: ['正文', '內文', 'Paragraph'],
  bullets: ['项目列表', '項目清單', 'Bullet list'],
  numbers: ['编号列表', '編號清單', 'Numbered list'],
  link: ['链接', '連結', 'Link'],
  linkTo: ['链接地址（http、https 或 mailto）', '連結位址（http、https 或 mailto）', 'Address (http, https or mailto)'],
  unlink: ['取消链接', '取消連結', 'Remove link'],
  picture: ['插入图片', '插入圖片', 'Insert picture'],
  plain: ['清除格式', '清除格式', 'Clear formatting'],
  tools: ['文字格式', '文字格式', 'Formatting'],
} as const satisfies Readonly<Record<string, Label>>;
