import { Input, type InputNumberProps } from 'antd';
import { chunk } from '#platform/web/loading/chunk.ts';
import { late } from '#platform/web/loading/late.tsx';

/** A whole number with its arrows; hardly a list has one among its filters. */
export const LateNumberInput = late<InputNumberProps<number>>(
  'number',
  chunk(
    () => import('antd/es/input-number'),
    ({ default: InputNumber }) => InputNumber<number>,
  ),
  ({ value }) => <Input className="full" disabled value={value ?? ''} />,
);
