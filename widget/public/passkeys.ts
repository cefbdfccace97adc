/** TYPES of passkeys and two-step verification. All are ours. */
import type { MemberAuth } from '../../contract/types/member'
import type { Answered, SignalOption } from './answered'
import type { AuthOptions } from './auth'

/** A passkey of the member. Times in ISO 8601. */
export interface Passkey {
  id: string
  name: string
  /** The domain that it works for. */
  rpId: string
  /** Copied to other devices of the member; otherwise on one device only. */
  isSynced: boolean
  createdAt: string
  lastUsedAt: string | null
}

/** Setup of an authenticator app. `qr`: rows of `0` and `1`. */
export interface TotpSetup {
  secret: string
  url: string
  qr: string[]
}

export interface MemberSignIn {
  pendingEmail: string | null
  secondFactor: { isOn: boolean; isOffered: boolean; recoveryCodesLeft: number; endsAt: string | null }
}

export interface SecondFactorClient {
  /**
   * Asks the browser for a passkey of this site and logs in. Call it from a click. No email is needed.
   * @throws `passkey-canceled`, `passkeys-not-supported`, `passkey-not-found`, `passkey-refused`, `login-method-disabled`
   */
  loginMemberPasskey(options?: AuthOptions): Promise<Answered<MemberAuth>>
  /**
   * Creates a passkey on this device. The member must have proven themselves within the last minutes.
   * @throws `reauthentication-required`, `email-not-verified`, `passkey-limit-reached`, `passkey-already-added`,
   * `passkey-canceled`, `passkeys-not-supported`, `passkey-refused`, `login-method-disabled`
   */
  addMemberPasskey(params?: { name?: string }, options?: SignalOption): Promise<Answered<Passkey>>
  getMemberPasskeys(options?: SignalOption): Promise<Answered<{ passkeys: Passkey[] }>>
  /** @throws `not-found` */
  renameMemberPasskey(params: { passkeyId: string; name: string }, options?: SignalOption): Promise<Answered<Passkey>>
  /** Also tells the browser, which then no longer offers it. @throws `reauthentication-required`, `last-login-method`, `not-found` */
  removeMemberPasskey(params: { passkeyId: string }, options?: SignalOption): Promise<Answered<{ id: string }>>
  /**
   * The second step after `second-factor-required`, whose `challenge` it takes: a code of the app, a recovery code, or a
   * passkey without `code`. `remember` skips the step in this browser for a while.
   * @throws `invalid-second-factor`, `passkey-canceled`, `passkey-refused`, `too-many-requests`
   */
  completeMemberSecondFactor(
    params: { challenge: string; code?: string; remember?: boolean },
    options?: SignalOption,
  ): Promise<Answered<MemberAuth>>
  /**
   * After `second-factor-setup-required`: without `code` a new secret, with its code the login and recovery codes.
   * @throws `invalid-second-factor`, `encryption-key-missing`
   */
  setUpMemberSecondFactor(
    params: { challenge: string; code?: string },
    options?: SignalOption,
  ): Promise<Answered<{ totp: TotpSetup | null; login: MemberAuth | null; recoveryCodes: string[] | null }>>
  /**
   * Everything for the second step is lost: mails a link, which removes it after a wait. `challenge` is that of the login.
   * @throws `invalid-second-factor`, `recovery-by-owner-only`, `too-many-requests`
   */
  requestMemberRecovery(params: { challenge: string }, options?: SignalOption): Promise<Answered<{ success: true }>>
  /** @throws `no-recovery` */
  cancelMemberRecovery(options?: SignalOption): Promise<Answered<{ success: true }>>
  /** A new email that waits for its proof, and whether two-step verification is on. */
  getMemberSignIn(options?: SignalOption): Promise<Answered<MemberSignIn>>
  /** @throws `reauthentication-required`, `email-not-verified`, `second-factor-already-on`, `encryption-key-missing` */
  startMemberTotp(options?: SignalOption): Promise<Answered<TotpSetup>>
  /** Turns two-step verification on. @throws `invalid-second-factor`, `second-factor-already-on`, `reauthentication-required` */
  confirmMemberTotp(params: { code: string }, options?: SignalOption): Promise<Answered<{ recoveryCodes: string[] }>>
  /** @throws `reauthentication-required`, `second-factor-off` */
  removeMemberTotp(options?: SignalOption): Promise<Answered<{ success: true }>>
  /** Ten new codes; earlier ones end. @throws `reauthentication-required`, `second-factor-off` */
  createMemberRecoveryCodes(options?: SignalOption): Promise<Answered<{ recoveryCodes: string[] }>>
  /**
   * Offers passkeys in the autofill of an email field until the signal aborts. Our own forms do this themselves; call it
   * for the email field of a login form that your script sends.
   */
  _offerPasskeys(field: HTMLInputElement, options: PasskeyOffer): void
}

export interface PasskeyOffer {
  signal: AbortSignal
  onLogin: (answer: Answered<MemberAuth>) => void
  onError?: (error: unknown) => void
}
