import type { Language } from '#platform/model/label.ts';
import { language as spoken } from '#platform/web/text/language.ts';

/** What the drawing tool says, by its own English texts: [zh-CN, zh-TW]. */
const said: Readonly<Record<string, readonly [string, string]>> = {
  'Activate create/remove space tool': ['插入或删除空间', '插入或刪除空間'],
  'Activate global connect tool': ['连线', '連線'],
  'Activate hand tool': ['拖动画布', '拖動畫布'],
  'Activate lasso tool': ['框选', '框選'],
  'Add text annotation': ['添加注释', '新增註解'],
  'Align elements': ['对齐', '對齊'],
  'Align elements ': ['对齐', '對齊'],
  'Append end event': ['后接结束', '後接結束'],
  'Append user task': ['后接审批环节', '後接審批環節'],
  'Append exclusive gateway': ['后接条件分支', '後接條件分支'],
  'Append timer': ['后接等待', '後接等待'],
  'Change element': ['更改类型', '變更類型'],
  'Connect to other element': ['连线到其他元素', '連線到其他元素'],
  'Connect using association': ['用虚线关联', '用虛線關聯'],
  'Create end event': ['结束', '結束'],
  'Create start event': ['开始', '開始'],
  'Create user task': ['审批环节', '審批環節'],
  'Create exclusive gateway': ['条件分支（排他）', '條件分支（排他）'],
  'Create parallel gateway': ['并行分支', '並行分支'],
  'Create inclusive gateway': ['包容分支', '包容分支'],
  'Create timer': ['等待一段时间', '等待一段時間'],
  'Create expanded sub-process': ['子流程', '子流程'],
  Delete: ['删除', '刪除'],
  'Distribute elements horizontally': ['水平等距', '水平等距'],
  'Distribute elements vertically': ['垂直等距', '垂直等距'],
  'Parallel multi-instance': ['同时会签', '同時會簽'],
  'Sequential multi-instance': ['依次会签', '依次會簽'],
  'Search in diagram': ['在图中查找', '在圖中尋找'],
  'Toggle non-interrupting': ['切换是否中断', '切換是否中斷'],
  'Open {element}': ['打开 {element}', '開啟 {element}'],
  Task: ['普通任务（不停留）', '一般任務（不停留）'],
  'User task': ['审批环节', '審批環節'],
  'Service task': ['服务任务（发消息）', '服務任務（發訊息）'],
  'Send task': ['发送任务（发消息）', '傳送任務（發訊息）'],
  'Manual task': ['手工任务（不停留）', '手工任務（不停留）'],
  'Sub-process (expanded)': ['子流程', '子流程'],
  'Sub-process': ['子流程', '子流程'],
  'Exclusive gateway': ['条件分支（排他）', '條件分支（排他）'],
  'Parallel gateway': ['并行分支', '並行分支'],
  'Inclusive gateway': ['包容分支', '包容分支'],
  'Start event': ['开始', '開始'],
  'End event': ['结束', '結束'],
  'Terminate end event': ['终止结束（其余分支一并结束）', '終止結束（其餘分支一併結束）'],
  'Timer intermediate catch event': ['等待一段时间', '等待一段時間'],
  'Timer boundary event': ['超时（取消原环节）', '逾時（取消原環節）'],
  'Timer boundary event (non-interrupting)': ['超时（不取消原环节）', '逾時（不取消原環節）'],
  'Sequence flow': ['普通连线', '一般連線'],
  'Default flow': ['默认出口', '預設出口'],
  'Conditional flow': ['条件连线', '條件連線'],
  'flow elements must be children of pools/participants': ['元素必须在流程之内', '元素必須在流程之內'],
};

export const translatedIn =
  (language: Language) =>
  (template: string, replacements: Readonly<Record<string, string>> = {}): string => {
    const found =
      language === 'en-US' || !Object.hasOwn(said, template)
        ? template
        : (said[template]?.[language === 'zh-TW' ? 1 : 0] ?? template);
    return found.replace(/\{([^}]+)\}/g, (whole, key: string) => replacements[key] ?? whole);
  };

/** What an element is, for one that nobody named: `bpmn:ExclusiveGateway`. */
export function wordOf(type: string): string {
  const plain = type.replace(/^bpmn:/, '').replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return translatedIn(spoken())(
    {
      'Boundary event': 'Timer boundary event',
      'Intermediate catch event': 'Timer intermediate catch event',
      'Sub process': 'Sub-process',
    }[plain] ?? plain,
  );
}
