import type { Verification } from '../../lib/verification'
import type { IconName } from '../../ui/icon'

export interface VerdictText {
  icon: IconName
  /** In one word, as the state of the TrustTag. */
  status: string
  title: string
  text: string
}

/** What is said about a TrustTag, by what was found out (seed 000 section 8). */
export const verdicts = {
  valid: {
    icon: 'check',
    status: 'Valid',
    title: 'Valid TrustTag',
    text: 'This TrustTag has been verified and is authentic',
  },
  revoked: {
    icon: 'cross',
    status: 'Revoked',
    title: 'Revoked TrustTag',
    text: 'This TrustTag was issued and has been withdrawn since. It no longer counts.',
  },
  expired: {
    icon: 'clock',
    status: 'Expired',
    title: 'Expired TrustTag',
    text: 'This TrustTag was valid once. Its time has run out.',
  },
  invalid: {
    icon: 'cross',
    status: 'Invalid',
    title: 'Invalid TrustTag',
    text: 'This TrustTag ID was not found or is invalid',
  },
} as const satisfies Record<Verification['status'] | 'invalid', VerdictText>

export type VerdictName = keyof typeof verdicts

/** TrustTags that prove nothing about anybody, and say so. */
export const unreal = {
  sample: { mark: 'Sample', text: 'Nobody holds this TrustTag. It shows what a check looks like.' },
  test: { mark: 'Test', text: 'This TrustTag was made to try the service. It proves nothing about anybody.' },
} as const satisfies Partial<Record<Verification['mode'], { mark: string; text: string }>>
