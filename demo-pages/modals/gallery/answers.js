/** Answers of the API, by the end of the path. @param {string[]} methods */
export const proofs = (...methods) => ({ '/member/reauthenticate/options': { methods } })

/** @param {object} factor @param {string | null} pendingEmail */
export const signIn = (factor, pendingEmail = null) => ({
  '/member/sign-in': {
    pendingEmail,
    secondFactor: { isOn: false, isOffered: true, recoveryCodesLeft: 8, endsAt: null, ...factor },
  },
})

export const passkeys = {
  '/member/passkeys': {
    passkeys: [
      { id: 'psk_1', name: 'iCloud Keychain', isSynced: true, lastUsedAt: '2026-11-20T08:15:00.000Z' },
      { id: 'psk_2', name: 'The blue security key in the drawer of my desk', isSynced: false, lastUsedAt: null },
    ],
  },
}

export const recoveryCodes = Array.from({ length: 10 }, (_, index) => `${index}K7M-Q2XR-9TWA`)
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
/** Looks like a QR code, which no app reads. */
const qr = Array.from({ length: 37 }, (_, y) =>
  Array.from({ length: 37 }, (__, x) =>
    x > 3 && y > 3 && x < 33 && y < 33 && (x * 7 + y * 13 + x * y) % 5 < 2 ? 1 : 0,
  ).join(''),
)
export const totp = { secret: SECRET, url: `otpauth://totp/Demo?secret=${SECRET}`, qr }
