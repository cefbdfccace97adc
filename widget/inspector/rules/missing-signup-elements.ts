import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'missing-signup-elements',
  severity: 'error',
  attribute: 'data-ms-form="signup"',
  title: 'Signup form without what a signup needs',

  *check() {},
} as const satisfies Rule

export const help: RuleHelp = { description: '', helpItems: [] }
