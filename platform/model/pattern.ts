/** The helper patterns of 000 §5. */
export const patterns = {
  email: /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/,
  phone: /^1\d{10}$/,
  url: /^https?:\/\/[^\s]+$/i,
  positiveInteger: /^\+?[1-9]\d*$/,
} as const;
