import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'misplaced-install-code',
  severity: 'warning',
  attribute: 'data-memberstack-app',
  title: 'Install script outside of head',

  *check() {},
} as const satisfies Rule

export const help: RuleHelp = { description: '', helpItems: [] }
