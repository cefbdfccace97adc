import type { Endpoint } from './endpoint'

/** All are ours: the published client has no passkeys. */
export const passkeyEndpoints = {
  /** Writes nothing. Names no member: the browser shows the passkeys that it has. */
  getPasskeyLoginOptions: { method: 'POST', path: '/auth/passkey/options', access: 'public' },
  passkeyLogin: { method: 'POST', path: '/auth/passkey/login', access: 'public' },
  getPasskeyOptions: { method: 'POST', path: '/member/passkeys/options', access: 'member' },
  getPasskeys: { method: 'GET', path: '/member/passkeys', access: 'member' },
  addPasskey: { method: 'POST', path: '/member/passkeys', access: 'member' },
  renamePasskey: { method: 'POST', path: '/member/passkeys/:passkeyId', access: 'member' },
  removePasskey: { method: 'DELETE', path: '/member/passkeys/:passkeyId', access: 'member' },
} as const satisfies Record<string, Endpoint>
