/** What can be wrong, by the address that names it for machines (VC Data Model 2.0, section 7.2; Data Integrity, 4.7). */
export const problemTypes = {
  parsing: { type: 'https://www.w3.org/TR/vc-data-model#PARSING_ERROR', title: 'This is no JSON object.' },
  malformed: {
    type: 'https://www.w3.org/TR/vc-data-model#MALFORMED_VALUE_ERROR',
    title: 'A value is not as the data model asks.',
  },
  signature: {
    type: 'https://www.w3.org/TR/vc-data-model#CRYPTOGRAPHIC_SECURITY_ERROR',
    title: 'A proof does not verify.',
  },
  generation: { type: 'https://w3id.org/security#PROOF_GENERATION_ERROR', title: 'No proof can be made.' },
} as const

export type ProblemKind = keyof typeof problemTypes

/** As RFC 9457 writes it. */
export interface ProblemDetails {
  type: string
  title: string
  detail: string
}

/** A finding about what was sent: the caller's to mend, not ours. */
export class VcProblem extends Error {
  constructor(
    readonly kind: ProblemKind,
    /** What is wrong and where; it never repeats a value that was sent. */
    readonly detail: string,
    options?: ErrorOptions,
  ) {
    super(detail, options)
    this.name = 'VcProblem'
  }

  get details(): ProblemDetails {
    return { ...problemTypes[this.kind], detail: this.detail }
  }
}
