import { coverScreens } from './every-screen.ts';

coverScreens(1);
