import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'incorrect-plan-id',
  severity: 'error',
  attribute: 'data-ms-plan:…',
  title: 'No free plan has this id',

  *check() {},
} as const satisfies Rule

export const help: RuleHelp = { description: '', helpItems: [] }
