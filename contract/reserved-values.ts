/**
 * Values of two attributes that mean something by themselves: pages write them, and no app may give its content groups or
 * custom fields these names.
 */

/** Of `data-ms-content`, besides the keys of content groups and the ids of plans. */
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

/** Of `data-ms-member`, besides the keys of custom fields. */
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
