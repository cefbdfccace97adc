import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'form-without-submit',
  severity: 'warning',
  attribute: 'data-ms-form',
  title: 'Form without a submit button',
  own: true,

  *check() {},
} as const satisfies Rule

export const help: RuleHelp = { description: '', helpItems: [] }
