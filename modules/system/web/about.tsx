export { About as AboutPage } from '#platform/web/shell/about.tsx';
