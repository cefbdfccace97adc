import * as v from 'valibot'
import { checkNames, checkReasons, verdicts } from '../credential/report'
import type { ProofReport } from '../credential/report'

const reasons = Object.values(checkReasons).flat()
const percent = v.number()

/** The result of checking a credential, in a response (`contract/credential/report.ts`). */
export const proofReport = v.object({
  verdict: v.picklist(verdicts),
  mode: v.nullable(v.picklist(['live', 'test', 'sample'])),
  checks: v.array(
    v.object({
      name: v.picklist(checkNames),
      outcome: v.picklist(['passed', 'failed', 'open']),
      reason: v.picklist(reasons),
    }),
  ),
  facts: v.nullable(
    v.object({
      trustTagId: v.string(),
      id: v.string(),
      issuer: v.string(),
      issuerName: v.string(),
      skill: v.string(),
      holderName: v.string(),
      score: percent,
      topics: v.array(v.object({ title: v.string(), percent })),
      questions: v.number(),
      sets: v.number(),
      band: v.nullable(v.string()),
      attempt: v.nullable(v.number()),
      nameState: v.string(),
      isReviewed: v.boolean(),
      validFrom: v.string(),
      validUntil: v.nullable(v.string()),
      criteria: v.string(),
      evidence: v.array(v.object({ name: v.string(), hash: v.string() })),
      isGeneral: v.boolean(),
      status: v.nullable(v.object({ list: v.string(), index: v.number() })),
    }),
  ),
  log: v.nullable(
    v.object({
      origin: v.string(),
      index: v.number(),
      size: v.number(),
      root: v.string(),
      leafHash: v.string(),
      cosignatures: v.array(v.object({ name: v.string(), time: v.number(), isSelfRun: v.boolean() })),
    }),
  ),
  claimedId: v.nullable(v.string()),
  asOf: v.nullable(v.string()),
}) satisfies v.GenericSchema<ProofReport>
