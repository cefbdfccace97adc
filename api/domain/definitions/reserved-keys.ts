/**
 * Values of `data-ms-content` that mean something by themselves. A content group with such a key could never be named.
 * The same list stands in the widget, which imports nothing from here; a test compares the two.
 */
export const reservedGroupKeys: readonly string[] = [
  'members',
  'verified',
  'paid-plans',
  'free-plans',
  'no-plans',
  'is-trialing',
  'has-password',
  'has-failed-payment',
  'is-admin',
]

/** Values of `data-ms-member` that are no custom field; compared by the same test. */
export const reservedFieldKeys: readonly string[] = [
  'email',
  'password',
  'token',
  'current-password',
  'new-password',
  'confirm-password',
  'id',
  'signup-date',
  'profile-image',
]
