import type { Call } from '../../../contract/call.ts';
import { publish } from '../../../contract/calls/publishing.ts';
import type { Entity } from '../../../contract/entity.ts';
import { findEntity, getContentList, ruleOf, rulesOf, transferExport } from '../../../contract/index.ts';
import { openScreens } from '../../../contract/menus.ts';
import { actionOfCallName, canExplainRecords, parseRule, type RightAction } from '../../../contract/rules.ts';
import { InvalidInput } from '../../core/errors.ts';

/** Asked at once: the rules behind one cell of the matrix of rights. */
const maxRights = 20;

/** A call, or a screen in the menu, with the rules of which a role needs one. */
export interface Right {
  path: string;
  call?: Call;
  /** None: it takes no rule. The first is its own. */
  rules: string[];
  entity?: Entity | undefined;
  action?: RightAction | undefined;
}

export interface Question {
  rights: Right[];
  actions: ReadonlySet<RightAction>;
  /** Whose records the rights are about, and the one that is asked about; `id` 0 for none of them. */
  entity?: Entity | undefined;
  id: number;
}

const actionOfPath: Record<string, RightAction> = {
  [getContentList.path]: 'view',
  [publish.path]: 'publish',
  [transferExport.path]: 'export',
};

const refused = (field: 'rights' | 'entity') => new InvalidInput({ [field]: { key: 'field_choice' } });

function rightOf(path: string, record: Entity | undefined): Right {
  if (path.startsWith('/')) return { path, rules: openScreens.includes(path) ? [] : [path] };
  const { call, entity, callName, value } = parseRule(path);
  if (!call) throw refused('rights');
  const { param } = call.ruleByParam ?? {};
  const rule = ruleOf(call, param ? { [param]: value || record?.name } : undefined);
  if (rule && !rulesOf(call).includes(rule)) throw refused('rights');
  return {
    path: rule ?? path,
    call,
    rules: rule ? [rule, ...(call.orRule ? [call.orRule] : [])] : [],
    entity: entity ?? (param ? findEntity(value || record?.name) : undefined),
    action: actionOfPath[call.path] ?? (callName && actionOfCallName[callName]),
  };
}

/** @throws InvalidInput for rights that are none, or that are not about the record */
export function questionOf(params: { rights: unknown; entity?: string | null; id?: number | null }): Question {
  const { rights: paths, id } = params;
  const isText = (path: unknown) => typeof path === 'string' && path.length > 0 && path.length <= 120;
  if (!Array.isArray(paths) || paths.length === 0 || paths.length > maxRights || !paths.every(isText))
    throw refused('rights');
  const record = id ? findEntity(params.entity) : undefined;
  if (id && !(record && canExplainRecords(record))) throw refused('entity');
  const asked = paths.map((path) => rightOf(path, record));
  // Publishing is an edit too (`writeCallOf`).
  const edits = asked.flatMap(({ action, entity }) =>
    action === 'publish' && entity?.calls.update ? [rightOf(entity.calls.update.path, entity)] : [],
  );
  const rights = [...new Map([...asked, ...edits].map((right) => [right.path, right])).values()];
  const about = new Set(asked.flatMap(({ entity }) => entity ?? []));
  if (record && !about.has(record)) throw refused('entity');
  const entity = record ?? (about.size === 1 ? [...about][0] : undefined);
  const actions = new Set(asked.flatMap((right) => (right.entity === entity && right.action) || []));
  return { rights, actions, entity, id: id ?? 0 };
}

/** All rules on which an answer depends. */
export const rulesAsked = ({ rights }: Question): string[] => rights.flatMap(({ rules }) => rules);
