import { defineEntity } from '#platform/model/entity.ts';
import { dict, refs, text } from '#platform/model/field.ts';
import { code, enabled, name, remark } from '#platform/model/preset.ts';
import { role, user } from './user.ts';

export const filePermission = defineEntity({
  name: 'sys:filepermission',
  label: ['文件权限', '檔案權限', 'File permission'],
  path: '/sys/filepermission',
  readBy: 'page',
  without: ['export'],
  fields: {
    code: code(),
    name: name(),
    fileType: text(['文件类型', '檔案類型', 'File type']),
    control: dict(['控制方式', '控制方式', 'Control'], 'file_permission_control', { required: true }),
    roleIdList: refs(['角色', '角色', 'Roles'], () => role),
    userIdList: refs(['用户', '使用者', 'Users'], () => user),
    status: enabled(),
    remark: remark(),
  },
  list: {
    columns: ['code', 'name', 'fileType', 'control', 'status', 'creatorName', 'createDate'],
    filters: ['code', 'name', 'control', 'status'],
  },
  screen: { area: 'system', url: 'sys/filepermission', sort: 159, title: ['文件权限', '檔案權限', 'File permissions'] },
});
