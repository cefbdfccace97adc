import type { Answered, TokenOption } from './answered'

/** One place where the member is logged in. */
export interface MemberSession {
  id: string
  /** Whether it is this browser's. */
  isCurrent: boolean
  /** Such as `Firefox on macOS`; null: unknown. */
  agent: string | null
  /** Part of the IP address; null: unknown. */
  network: string | null
  /** How the member logged in and proved themselves since, such as `password` and `totp`. */
  methods: string[]
  /** ISO 8601, UTC. */
  startedAt: string
  /** ISO 8601, UTC, to the hour. */
  lastSeenAt: string
}

export type ProofMethod = 'passkey' | 'totp' | 'recovery-code' | 'password' | 'provider' | 'code'

/** Where a member is logged in, and the proof that sensitive acts need. */
export interface SessionClient {
  /** Newest first. @throws `login-required` */
  getMemberSessions(options?: TokenOption): Promise<Answered<MemberSession[]>>
  /** @throws `reauthentication-required`, `member-session-not-found` */
  endMemberSession(params: { id: string }, options?: TokenOption): Promise<Answered<{ id: string }>>
  /** Also forgets all other known devices. @throws `reauthentication-required` */
  endOtherMemberSessions(options?: TokenOption): Promise<Answered<{ ended: number }>>
  /** Methods by which the member can prove themselves. With `sendCode`, a code is emailed if that is accepted. @throws `too-many-requests` */
  getReauthenticationOptions(
    params?: { sendCode?: boolean },
    options?: TokenOption,
  ): Promise<Answered<{ methods: ProofMethod[] }>>
  /**
   * Proves that it is the member: by a passkey, the password, `code` (of the app, a recovery code or the emailed one), or a
   * login with a connected `provider`, in a window that opens at once: call it from a click.
   * @throws `invalid-password`, `invalid-second-factor`, `invalid-passwordless-login-code`, `passkey-canceled`,
   * `passkeys-not-supported`, `popup-blocked`, `popup-closed`, `account-not-connected`, `reauthentication-required` for a method that is not accepted, `too-many-requests`
   */
  reauthenticateMember(
    params: { passkey: true } | { password: string } | { code: string } | { provider: string },
    options?: TokenOption,
  ): Promise<Answered<{ success: true }>>
}
