/** What a mailed code is for. */
export type CodeKind = 'login' | 'signup' | 'reset'

/** What the browser proves itself with at logins; `storage/token.ts` implements it. */
export interface DeviceMemory {
  /** Null: this browser has not logged in yet. */
  token(): string | null
  saveToken(token: string): void
  /** The token of the newest code that this tab requested, null without one. */
  requestOf(kind: CodeKind): string | null
  /** @param token null: the code was used */
  saveRequest(kind: CodeKind, token: string | null): void
}
