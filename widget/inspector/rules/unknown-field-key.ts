import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'unknown-field-key',
  severity: 'warning',
  attribute: 'data-ms-member',
  title: 'No custom field has this key',
  own: true,

  *check() {},
} as const satisfies Rule

export const help: RuleHelp = { description: '', helpItems: [] }
