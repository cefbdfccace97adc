import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'nested-forms',
  severity: 'warning',
  attribute: 'form',
  title: 'Form inside a form',
  own: true,
  sourceOnly: true,
  *check() {},
} as const satisfies Rule

export const help: RuleHelp = { description: '', helpItems: [] }
