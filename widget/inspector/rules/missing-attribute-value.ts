import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'missing-attribute-value',
  severity: 'error',
  attribute: 'data-ms-…',
  title: 'Attribute without its value',

  *check() {},
} as const satisfies Rule

export const help: RuleHelp = { description: '', helpItems: [] }
