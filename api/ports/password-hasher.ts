export interface PasswordHasher {
  /** @throws ApiError `too-many-requests` when the bounded queue is full. */
  hash(password: string): Promise<string>
  /** False for a wrong password. With `null` (no such account) it spends the same time and answers false. */
  verify(hash: string | null, password: string): Promise<boolean>
}
