import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'extra-login-elements',
  severity: 'error',
  attribute: 'data-ms-form="login"',
  title: 'Login form with more than e-mail and password',

  *check() {},
} as const satisfies Rule

export const help: RuleHelp = { description: '', helpItems: [] }
