import type { CustomField } from '../../../../contract/entities'

/** A custom field in a response, with the test's differences. */
export const aCustomField = (changes: Partial<CustomField> = {}): CustomField => ({
  key: 'first-name',
  label: 'First name',
  type: 'text',
  options: [],
  required: false,
  order: 1,
  hidden: false,
  visibility: 'PUBLIC',
  restrictToAdmin: false,
  ...changes,
})
