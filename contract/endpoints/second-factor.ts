import type { Endpoint } from './endpoint'

/** All are ours. The first three continue a login that was answered with `second-factor-required` or `second-factor-setup-required`. */
export const secondFactorEndpoints = {
  completeSecondFactor: { method: 'POST', path: '/auth/second-factor', access: 'public' },
  setUpSecondFactor: { method: 'POST', path: '/auth/second-factor/setup', access: 'public' },
  /** Everything for the second step is lost: mails a link, which starts the wait. */
  requestSecondFactorRecovery: { method: 'POST', path: '/auth/second-factor/recovery', access: 'public' },
  cancelSecondFactorRecovery: { method: 'DELETE', path: '/member/recovery', access: 'member' },
  /** For the profile: a new email that waits for its proof, and the second factor. */
  getMemberSignIn: { method: 'GET', path: '/member/sign-in', access: 'member' },
  startTotp: { method: 'POST', path: '/member/totp', access: 'member' },
  confirmTotp: { method: 'POST', path: '/member/totp/confirm', access: 'member' },
  removeTotp: { method: 'DELETE', path: '/member/totp', access: 'member' },
  createRecoveryCodes: { method: 'POST', path: '/member/recovery-codes', access: 'member' },
} as const satisfies Record<string, Endpoint>
