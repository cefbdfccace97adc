import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'plan-without-action',
  severity: 'warning',
  attribute: 'data-ms-plan:…',
  title: 'Plan button that leads nowhere',

  *check() {},
} as const satisfies Rule

export const help: RuleHelp = { description: '', helpItems: [] }
