import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'unknown-group-key',
  severity: 'warning',
  attribute: 'data-ms-content',
  title: 'No content group has this key',
  own: true,

  *check() {},
} as const satisfies Rule

export const help: RuleHelp = { description: '', helpItems: [] }
