import type { JsonObject } from '../../ports/trusttag/issuer'

/** What was found out about something that is right. */
export interface Verification {
  /** What was looked at. */
  checks: readonly ('proof' | 'dates')[]
  /** What was not, in words. */
  warnings: readonly string[]
}

type Options = Readonly<Record<string, unknown>>

/** The VC API of the W3C Credentials Community Group, as far as it issues and verifies. */
export interface VcApi {
  /** Who it issues as. */
  did: string
  /**
   * @param options `cryptosuite`: one of ours, or a list of both
   * @throws {VcProblem} for what is no credential, or what cannot be signed
   */
  issue(credential: unknown, options: Options): Promise<JsonObject>
  /** @throws {VcProblem} for everything that is not right */
  verify(credential: unknown): Promise<Verification>
  /**
   * @param options `challenge` and `domain` that the proof must carry
   * @throws {VcProblem} for everything that is not right, in the presentation or in a credential of it
   */
  verifyPresentation(presentation: unknown, options: Options): Promise<Verification>
}
