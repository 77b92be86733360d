import type { FormInstance } from 'antd';

/** False when a field is not filled in properly; the form says which. */
export const isValid = (form: Pick<FormInstance, 'validateFields'>): Promise<boolean> =>
  form.validateFields().then(
    () => true,
    () => false,
  );
