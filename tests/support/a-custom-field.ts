import type { CustomField } from '../../contract/entities'

/** A custom field as the API returns it. */
export const aCustomField = (key: string, changes: Partial<CustomField> = {}): CustomField => ({
  key,
  label: key,
  type: 'text',
  options: [],
  required: false,
  order: null,
  hidden: false,
  visibility: 'PRIVATE',
  restrictToAdmin: false,
  ...changes,
})
