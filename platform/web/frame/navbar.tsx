import {
  ApartmentOutlined,
  FullscreenOutlined,
  GlobalOutlined,
  MenuFoldOutlined,
  MenuUnfoldOutlined,
  SearchOutlined,
  UserOutlined,
} from '@ant-design/icons';
import { Button, Dropdown, type MenuProps } from 'antd';
import type { ReactNode } from 'react';
import { languages, type Label, type Language } from '#platform/model/label.ts';
import type { SessionUser } from '#platform/web/api/me.ts';
import { today } from '#platform/web/cell/cell.tsx';
import { textAt } from '#platform/web/value/row.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { language, languageNames, say } from '#platform/web/text/language.ts';
import { Bell } from '#platform/web/notice/bell.tsx';
import { refreshLoaded } from '#platform/web/reference/load.ts';
import { useRefList } from '#platform/web/reference/use-ref.ts';
import { texts } from '#platform/web/text/texts.ts';
import { chooseAppearance, rowHeights, useAppearance, type RowHeight } from '#platform/web/look/density.ts';
import { toggleFullScreen } from './full-screen.ts';
import { signOut, speak, switchTenant } from '#platform/web/account/leave.ts';
import { changePassword } from '#platform/web/account/password.ts';
import { go } from '#platform/web/route/route.ts';
import { openOwnMail } from '#platform/web/account/own-mail.ts';
import { ownMailTitle } from '#platform/web/account/own-mail-title.ts';
import { openSecondFactor } from '#platform/web/account/second-factor.ts';
import { secondFactorTitle } from '#platform/web/account/second-factor-title.ts';
import { openShortcuts } from './shortcuts.tsx';

interface NavbarProps {
  readonly user: SessionUser;
  readonly isFolded: boolean;
  readonly onFold: () => void;
  readonly onSearch: () => void;
}

export function Navbar({ user, isFolded, onFold, onSearch }: NavbarProps): ReactNode {
  const tenants = useRefList('tenantPowerList').filter((tenant) => textAt(tenant, 'tenantCode') !== user.tenantCode);
  return (
    <header className="navbar">
      <Button
        type="text"
        icon={isFolded ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
        aria-label={say(isFolded ? texts.unfold : texts.fold)}
        data-verb="fold"
        onClick={onFold}
      />
      <button type="button" className="navbar-search" data-verb="palette" onClick={onSearch}>
        <SearchOutlined />
        <span>{say(texts.paletteHint)}</span>
        <kbd>Ctrl K</kbd>
      </button>
      <span className="push-right navbar-date" title={say(texts.businessDate)}>
        {today()}
      </span>
      <Bell />
      <Button
        type="text"
        icon={<FullscreenOutlined />}
        aria-label={say(texts.fullScreen)}
        title={say(texts.fullScreen)}
        data-verb="fullScreen"
        onClick={() => void toggleFullScreen()}
      />
      <Dropdown
        menu={{
          selectable: true,
          selectedKeys: [language()],
          items: languages.map((key) => ({ key, label: languageNames[key] })),
          onClick: ({ key }) => void speak(key as Language),
        }}
      >
        <Button type="text" icon={<GlobalOutlined />} aria-label={say(texts.changeLanguage)} data-verb="language" />
      </Dropdown>
      <Dropdown
        disabled={tenants.length === 0}
        menu={{
          items: tenants.map((tenant) => ({
            key: textAt(tenant, 'tenantCode'),
            label: `${textAt(tenant, 'tenantName')} (${textAt(tenant, 'tenantCode')})`,
          })),
          onClick: ({ key }) => void switchTenant(key),
        }}
      >
        <Button type="text" icon={<ApartmentOutlined />} data-verb="switchTenant" title={say(texts.switchTenant)}>
          <span className="navbar-text">{user.tenantName}</span>
        </Button>
      </Dropdown>
      <UserMenu name={user.realName} />
    </header>
  );
}

const heightNames: Readonly<Record<RowHeight, Label>> = { 28: texts.compact, 32: texts.normal, 40: texts.roomy };

function UserMenu({ name }: { readonly name: string }): ReactNode {
  const { isDark, rowHeight } = useAppearance();
  return (
    <Dropdown
      menu={{
        selectedKeys: [isDark ? 'dark' : 'light', `row${rowHeight}`],
        items: userItems(),
        onClick: ({ key }) => {
          userActions[key]?.();
        },
      }}
    >
      <Button type="text" icon={<UserOutlined />} data-verb="user">
        <span className="navbar-text">{name}</span>
      </Button>
    </Dropdown>
  );
}

const item = (key: string, label: Label): NonNullable<MenuProps['items']>[number] => ({
  key,
  label: <span data-verb={key}>{say(label)}</span>,
});
const userItems = (): NonNullable<MenuProps['items']> => [
  { type: 'group', label: say(texts.appearance), children: [item('light', texts.light), item('dark', texts.dark)] },
  {
    type: 'group',
    label: say(texts.density),
    children: rowHeights.map((height) => item(`row${height}`, heightNames[height])),
  },
  { type: 'divider' },
  item('refreshReference', texts.refreshReference),
  item('shortcuts', texts.shortcuts),
  item('about', texts.about),
  item('versionTimeline', texts.versions),
  { type: 'divider' },
  item('ownMail', ownMailTitle),
  item('password', texts.changePassword),
  item('secondFactor', secondFactorTitle),
  item('logout', texts.signOut),
];

const userActions: Readonly<Record<string, () => void>> = {
  light: () => {
    chooseAppearance({ isDark: false });
  },
  dark: () => {
    chooseAppearance({ isDark: true });
  },
  ...Object.fromEntries(
    rowHeights.map((height) => [
      `row${height}`,
      () => {
        chooseAppearance({ rowHeight: height });
      },
    ]),
  ),
  // A session that ends meanwhile takes the lists with it; the login page says enough.
  refreshReference: () =>
    void refreshLoaded().then(
      () => {
        feedback.success(say(texts.done));
      },
      () => undefined,
    ),
  shortcuts: () => void openShortcuts(),
  about: () => {
    go('about');
  },
  versionTimeline: () => {
    go('versionTimeline');
  },
  ownMail: () => void openOwnMail(),
  password: () => void changePassword(),
  secondFactor: () => void openSecondFactor(),
  logout: () => void signOut(),
};
