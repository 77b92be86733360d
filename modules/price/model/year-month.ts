export const isYear = (year: number): boolean => year >= 2000 && year <= 2100;
export const isMonth = (month: number): boolean => month >= 1 && month <= 12;
