import {
  AppstoreOutlined, AuditOutlined, BarChartOutlined, ClockCircleOutlined, CloudOutlined, ClusterOutlined, DatabaseOutlined, DollarOutlined, FileTextOutlined, GiftOutlined, HomeOutlined, InboxOutlined, MailOutlined, NodeIndexOutlined,
  SettingOutlined, ShopOutlined, ShoppingCartOutlined, SwapOutlined, TagsOutlined, TeamOutlined, TrophyOutlined,
} from '@ant-design/icons';
import type { ReactNode } from 'react';

/** Icons that a menu area may name. All of antd's would be a megabyte. */
const icons: Readonly<Record<string, ReactNode>> = {
  AuditOutlined: <AuditOutlined />, BarChartOutlined: <BarChartOutlined />, ClockCircleOutlined: <ClockCircleOutlined />, MailOutlined: <MailOutlined />, CloudOutlined: <CloudOutlined />, ClusterOutlined: <ClusterOutlined />, DatabaseOutlined: <DatabaseOutlined />, DollarOutlined: <DollarOutlined />,
  FileTextOutlined: <FileTextOutlined />, GiftOutlined: <GiftOutlined />, HomeOutlined: <HomeOutlined />, InboxOutlined: <InboxOutlined />, NodeIndexOutlined: <NodeIndexOutlined />,
  SettingOutlined: <SettingOutlined />, ShopOutlined: <ShopOutlined />, ShoppingCartOutlined: <ShoppingCartOutlined />, SwapOutlined: <SwapOutlined />, TagsOutlined: <TagsOutlined />,
  TeamOutlined: <TeamOutlined />, TrophyOutlined: <TrophyOutlined />,
};

export const iconNamed = (name: string | null | undefined): ReactNode => icons[name ?? ''] ?? <AppstoreOutlined />;
