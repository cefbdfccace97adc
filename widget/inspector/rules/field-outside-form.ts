import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'field-outside-form',
  severity: 'warning',
  attribute: 'data-ms-member',
  title: 'Field outside of a form',
  own: true,

  *check() {},
} as const satisfies Rule

export const help: RuleHelp = { description: '', helpItems: [] }
