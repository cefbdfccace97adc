import type { CustomField } from '../../../../contract/entities'

/** A custom field as the API answers it, with what a test wants to be different. */
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
