/**
 * The key with which the demo app's Test Mode is tried on a development machine. It stands in no database: where the same
 * data serves others later, nothing of it is left.
 */
export const developmentKey = {
  key: 'sk_sb_demo',
  row: { id: 'key_development', name: 'of development', appId: 'app_demo', mode: 'test', revokedAt: null },
} as const
