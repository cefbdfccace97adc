/** Built-in values of two attributes: no app can use these names for its content groups or custom fields. */

/** Values of `data-ms-content` other than keys of content groups and IDs of plans. */
export const reservedGroupKeys = [
  'members',
  'verified',
  'paid-plans',
  'free-plans',
  'no-plans',
  'is-trialing',
  'has-password',
  'has-failed-payment',
  'is-admin',
] as const

/** Values of `data-ms-member` other than keys of custom fields. */
export const reservedFieldKeys = [
  'email',
  'password',
  'token',
  'current-password',
  'new-password',
  'confirm-password',
  'id',
  'signup-date',
  'profile-image',
] as const

/** The key of a custom field. Fields of Memberstack have capital letters and underscores too. */
export const CUSTOM_FIELD_KEY = /^[a-z0-9]+([-_][a-z0-9]+)*$/iu
