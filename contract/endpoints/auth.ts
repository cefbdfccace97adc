import type { Endpoint } from './endpoint'

export const authEndpoints = {
  signup: { method: 'POST', path: '/auth/signup', access: 'public' },
  /** The path of `signup`, with a code instead of a password. */
  passwordlessSignup: { method: 'POST', path: '/auth/signup', query: { isPasswordless: 'true' }, access: 'public' },
  login: { method: 'POST', path: '/auth/login', access: 'public' },
  passwordlessLogin: { method: 'POST', path: '/auth/passwordless/login', access: 'public' },
  /** Ours: a link from an email of `sendPasswordlessLoginEmail`. */
  loginLink: { method: 'POST', path: '/auth/login-link', access: 'public' },
  sendPasswordlessLoginEmail: { method: 'POST', path: '/auth/passwordless/login/send', access: 'public' },
  sendPasswordlessSignupEmail: { method: 'POST', path: '/auth/passwordless/signup/send', access: 'public' },
  sendResetPasswordEmail: { method: 'POST', path: '/auth/send-reset-password-email', access: 'public' },
  resetPassword: { method: 'POST', path: '/auth/reset-password', access: 'public' },
  /** Ours: logs in with a ticket created on another site (`createMemberTicket`). */
  exchangeMemberTicket: { method: 'POST', path: '/auth/member-ticket', access: 'public' },
  sendEmailVerification: { method: 'POST', path: '/auth/send-email-verification', access: 'member' },
} as const satisfies Record<string, Endpoint>
