import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'duplicate-install-code',
  severity: 'error',
  attribute: 'data-memberstack-app',
  title: 'Install script more than once',

  *check() {},
} as const satisfies Rule

export const help: RuleHelp = { description: '', helpItems: [] }
