import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'missing-redirect',
  severity: 'warning',
  attribute: 'data-ms-form="forgot-password"',
  title: 'Forgot-password form without a redirect',

  *check() {},
} as const satisfies Rule

export const help: RuleHelp = { description: '', helpItems: [] }
