/** Which module brings which screens, by their urls: vite.config.ts asks the definitions. */
declare module 'virtual:screens' {
  export const screens: Readonly<Record<string, readonly string[]>>;
}
