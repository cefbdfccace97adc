/** Why a hash that other software made cannot be taken over. */
export type HashRefusal = 'unsupported-password-hash' | 'password-hash-too-costly'

export interface PasswordHasher {
  /** @throws ApiError `too-many-requests` when the bounded queue is full. */
  hash(password: string): Promise<string>
  /** False for a wrong password. With `null` (no such account) it spends the same time and answers false. */
  verify(hash: string | null, password: string): Promise<boolean>
  /** Whether `verify` can check hashes like this one, and at what cost; null: it can. */
  refusalOf(hash: string): HashRefusal | null
  /**
   * Whether a hash should give way to one that `hash` makes: it was made elsewhere, and keeping it would mean nothing else.
   * @param password the one that it was just found right with
   */
  isReplaceable(hash: string, password: string): boolean
}
