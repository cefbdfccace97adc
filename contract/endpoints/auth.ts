import type { Endpoint } from './endpoint'

export const authEndpoints = {
  signup: { method: 'POST', path: '/auth/signup', access: 'public' },
  login: { method: 'POST', path: '/auth/login', access: 'public' },
  sendResetPasswordEmail: { method: 'POST', path: '/auth/send-reset-password-email', access: 'public' },
  resetPassword: { method: 'POST', path: '/auth/reset-password', access: 'public' },
  sendEmailVerification: { method: 'POST', path: '/auth/send-email-verification', access: 'member' },
} as const satisfies Record<string, Endpoint>
