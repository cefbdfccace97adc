import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'plan-on-social-auth',
  severity: 'error',
  attribute: 'data-ms-auth-provider',
  title: 'Plan or price on a social login button',

  *check() {},
} as const satisfies Rule

export const help: RuleHelp = { description: '', helpItems: [] }
