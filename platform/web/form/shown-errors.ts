import type { FormInstance } from 'antd';
import { useEffect } from 'react';

/**
 * A complaint that stood at a field when its tab was hidden is known to the form but not drawn when the tab comes back
 * (frontend §6): say it again.
 */
export function useShownErrors(form: FormInstance): void {
  useEffect(() => {
    const wrong = form.getFieldsError().filter(({ errors }) => errors.length > 0);
    if (wrong.length > 0) form.setFields(wrong.map(({ name, errors }) => ({ name, errors })));
  }, [form]);
}
