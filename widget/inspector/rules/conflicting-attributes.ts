import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'conflicting-attributes',
  severity: 'warning',
  attribute: 'data-ms-…',
  title: 'Attributes that contradict each other',
  own: true,

  *check() {},
} as const satisfies Rule

export const help: RuleHelp = { description: '', helpItems: [] }
