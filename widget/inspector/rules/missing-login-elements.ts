import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'missing-login-elements',
  severity: 'error',
  attribute: 'data-ms-form="login"',
  title: 'Login form without what a login needs',

  *check() {},
} as const satisfies Rule

export const help: RuleHelp = { description: '', helpItems: [] }
