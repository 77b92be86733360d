import { defineModule } from '#platform/model/module.ts';
import * as nouns from './nouns.ts';

export const system = defineModule({
  name: 'system',
  label: ['系统管理', '系統管理', 'System'],
  areas: [
    { key: 'approval', label: ['审批管理', '審批管理', 'Approval'], sort: 20, icon: 'AuditOutlined' },
    { key: 'job', label: ['定时任务', '定時任務', 'Jobs'], sort: 50, icon: 'ClockCircleOutlined' },
    { key: 'oss', label: ['对象存储', '物件儲存', 'Object storage'], sort: 80, icon: 'CloudOutlined' },
    { key: 'system', label: ['系统管理', '系統管理', 'System'], sort: 160, icon: 'SettingOutlined' },
    { key: 'tenant', label: ['租户管理', '租戶管理', 'Tenant'], sort: 170, icon: 'ClusterOutlined' },
  ],
  forEveryTenant: ['sys', 'tenant', 'job', 'oss'],
  nouns,
});
