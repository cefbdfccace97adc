import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'unknown-attribute',
  severity: 'warning',
  attribute: 'data-ms-…',
  title: 'Attribute that nobody knows',
  own: true,

  *check() {},
} as const satisfies Rule

export const help: RuleHelp = { description: '', helpItems: [] }
