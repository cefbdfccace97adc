import type { App, CustomField } from '../../../contract/entities'

/**
 * The custom fields that a member may fill in, in the owner's order; those without a place in it come last. What is
 * named as something to log in with is never a custom field, in no form of ours or of the page's.
 */
export const visibleFields = ({ customFields }: App): CustomField[] =>
  customFields
    .filter(({ key, hidden, restrictToAdmin }) => !hidden && !restrictToAdmin && !credentials.has(key))
    // oxlint-disable-next-line unicorn/no-array-sort -- what filter gives is ours; Firefox 114 has no toSorted
    .sort(byOrder)

const credentials = new Set(['email', 'password', 'token'])

const byOrder = (one: CustomField, other: CustomField): number =>
  one.order === other.order ? 0 : (one.order ?? Infinity) - (other.order ?? Infinity)
