/**
 * The address that the page last asked a reset code for, so that a reset form on the same page need not ask again.
 * In memory only: it ends with the page.
 */
export interface ResetRequest {
  email: string
}
