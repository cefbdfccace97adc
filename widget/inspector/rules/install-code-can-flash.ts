import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'install-code-can-flash',
  severity: 'warning',
  attribute: 'data-memberstack-app',
  title: 'Install script that runs too late to hide anything',
  own: true,

  *check() {},
} as const satisfies Rule

export const help: RuleHelp = { description: '', helpItems: [] }
