/** The purpose of an emailed code. */
export type CodeKind = 'login' | 'signup' | 'reset' | 'reauthenticate'

/** Identifies the browser at logins. Implemented by `storage/token.ts`. */
export interface DeviceMemory {
  /** Null: this browser has not logged in yet. */
  token(): string | null
  saveToken(token: string): void
  /** The token of the newest code that this tab requested; null without one. */
  requestOf(kind: CodeKind): string | null
  /** @param token null: the code was used */
  saveRequest(kind: CodeKind, token: string | null): void
  /** The token of the newest login email that this browser requested in any tab, for its link; null without one. */
  linkRequest(): string | null
  /** The first step of the login under way; `saveMethod` stores it after the login. */
  method: string | null
  saveMethod(): void
}
