import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'broken-plan-button',
  severity: 'error',
  attribute: 'data-ms-plan:…',
  title: 'Plan attribute without a plan id',

  *check() {},
} as const satisfies Rule

export const help: RuleHelp = { description: '', helpItems: [] }
