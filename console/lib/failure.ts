/** Someone else's change that was saved first. */
export interface Change {
  /** Null if the server does not say. */
  by: string | null
  /** Of the definition: `plans`, `customFields` … */
  parts: readonly string[]
  /** ISO 8601, UTC. */
  at: string | null
}

interface FailureDetails {
  code: string
  /** 0: no answer. */
  status: number
  /** The contract's sentence. */
  message: string
  requestId?: string | null
  retryAfterSeconds?: number | null
  change?: Change | null
}

/** A call that failed, in the contract's words. */
export class Failure extends Error {
  override readonly name = 'Failure'
  readonly code: string
  readonly status: number
  readonly requestId: string | null
  readonly retryAfterSeconds: number | null
  readonly change: Change | null

  constructor({ code, status, message, requestId = null, retryAfterSeconds = null, change = null }: FailureDetails) {
    super(message)
    this.code = code
    this.status = status
    this.requestId = requestId
    this.retryAfterSeconds = retryAfterSeconds
    this.change = change
  }

  /** The person's role does not include it. */
  get isNoRight(): boolean {
    return this.status === 403 && this.code !== STEP_UP_REQUIRED
  }

  /** Someone else changed it since it was loaded. */
  get isConflict(): boolean {
    return this.status === 409 || this.status === 412
  }
}

/** The session must confirm its password first. */
export const STEP_UP_REQUIRED = 'step-up-required'

/** @param error anything thrown */
export const toFailure = (error: unknown): Failure =>
  error instanceof Failure
    ? error
    : new Failure({ code: 'unknown-error', status: 0, message: 'Something went wrong. Please try again.' })
