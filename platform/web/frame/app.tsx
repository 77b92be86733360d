import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { App as AntApp, ConfigProvider } from 'antd';
import { useEffect, useMemo, useState, type ComponentType, type ReactNode } from 'react';
import { onDemand, urlOf } from '#platform/web/api/client.ts';
import { queries } from '#platform/web/api/queries.ts';
import { onSessionEnd, sessionToken } from '#platform/web/api/session.ts';
import { DialogHost } from '#platform/web/page/dialogs.tsx';
import { feedback, FeedbackPort } from '#platform/web/page/feedback.tsx';
import { language, say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import { useConfig } from '#platform/web/look/branding.ts';
import { chunk } from '#platform/web/loading/chunk.ts';
import { confirmIdentity, notConfirmed } from '#platform/web/account/confirm.ts';
import { useAppearance } from '#platform/web/look/density.ts';
import { forgetAnswers } from '#platform/web/account/forget.ts';
import { Loaded } from '#platform/web/loading/loaded.tsx';
import { antdLocale } from '#platform/web/look/locale.ts';
import { changeDuePassword, passwordIsDue } from '#platform/web/account/password.ts';
import { currentRoute, go, goInstead, useRoute } from '#platform/web/route/route.ts';
import { brandOf, frameColours, themeOf } from '#platform/web/look/theme.ts';
import './frame.css';

onDemand(passwordIsDue, changeDuePassword);
onDemand(notConfirmed, confirmIdentity);

interface AppProps {
  /** Announces the modules. Their definitions come with the pages that need them. */
  readonly furnish: () => Promise<void>;
}

export function App({ furnish }: AppProps): ReactNode {
  return (
    <QueryClientProvider client={queries}>
      <Branded furnish={furnish} />
    </QueryClientProvider>
  );
}

/** Theme, language and the places where messages and dialogs appear. */
function Branded({ furnish }: AppProps): ReactNode {
  const config = useConfig();
  const [spoken, setSpoken] = useState(language());
  const { data: locale } = useQuery({
    queryKey: ['locale', spoken],
    queryFn: () => antdLocale(spoken),
    structuralSharing: false,
  });
  const { isDark, rowHeight } = useAppearance();
  const brand = brandOf(config?.globalThemeColor);
  const theme = useMemo(() => themeOf({ brand, isDark, rowHeight }), [brand, isDark, rowHeight]);
  useEffect(linkTheme, []);
  useEffect(() => {
    const { documentElement: page } = document;
    page.lang = spoken;
    document.title = config?.globalAppName ?? document.title;
    page.dataset['theme'] = isDark ? 'dark' : 'light';
    page.style.colorScheme = isDark ? 'dark' : 'light';
    for (const [name, value] of Object.entries(frameColours({ brand, isDark, rowHeight })))
      page.style.setProperty(name, value);
  }, [spoken, config, brand, isDark, rowHeight]);
  if (config === undefined || locale === undefined) return null;
  return (
    <ConfigProvider locale={locale} theme={theme} button={{ autoInsertSpace: false }}>
      <AntApp component={false} message={{ maxCount: 3 }}>
        <FeedbackPort />
        <View
          furnish={furnish}
          onLanguage={() => {
            setSpoken(language());
          }}
        />
        <DialogHost />
      </AntApp>
    </ConfigProvider>
  );
}

/** The server's theme sheet holds the colour too; the time makes every start ask for the newest one (000 §9). */
function linkTheme(): () => void {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = urlOf('/sys/api/theme.css', { _t: Date.now() });
  document.head.append(link);
  return () => {
    link.remove();
  };
}

const loadLogin = chunk(
  () => import('#platform/web/account/login.tsx'),
  ({ Login }) => Login,
);
const loadShell = chunk(
  () => import('./shell.tsx'),
  ({ Shell }) => Shell,
);
const loadPrint = chunk(
  () => import('#platform/web/print/print-page.tsx'),
  ({ Print }) => Print,
);

const loadAlone = chunk(
  () => import('./alone.ts'),
  ({ openAlone }) => openAlone,
);

/**
 * The routed view: login, print and the dashboard stand alone, everything else is inside the shell; all but login need
 * a session.
 */
function View({ furnish, onLanguage }: AppProps & { readonly onLanguage: () => void }): ReactNode {
  const route = useRoute();
  const isLogin = route === 'login' || sessionToken() === '';
  useEffect(
    () =>
      onSessionEnd(() => {
        // Tabs stay as they are: whoever signs in again goes on where the session ended.
        forgetAnswers();
        if (currentRoute() !== 'login') feedback.warn(say(texts.sessionEnded));
        go('login');
      }),
    [],
  );
  useEffect(() => {
    if (isLogin && route !== 'login') goInstead('login');
  }, [isLogin, route]);
  const openShell = useMemo(
    () => async (): Promise<ComponentType> => (await Promise.all([loadShell(), furnish()]))[0],
    [furnish],
  );
  const openPrint = useMemo(
    () => async (): Promise<ComponentType> => (await Promise.all([loadPrint(), furnish()]))[0],
    [furnish],
  );
  const openDashboard = useMemo(
    () => async (): Promise<ComponentType> => (await Promise.all([loadAlone(), furnish()]))[0]('dashboard'),
    [furnish],
  );
  if (isLogin) return <Loaded name="login" load={loadLogin} props={{ onLanguage }} />;
  if (/^print($|[/?])/.test(route)) return <Loaded name="print" load={openPrint} props={{}} />;
  if (/^dashboard($|[/?])/.test(route)) return <Loaded name="dashboard" load={openDashboard} props={{}} />;
  return <Loaded name="shell" load={openShell} props={{}} />;
}
