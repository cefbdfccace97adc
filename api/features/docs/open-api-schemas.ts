import { toJsonSchema, toJsonSchemaDefs, type ConversionConfig, type JsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { adminMember } from '../../../contract/admin/schemas/members'
import { adminPlan } from '../../../contract/admin/schemas/plans'
import {
  app,
  authProvider,
  branding,
  contentGroup,
  contentNode,
  customField,
  inspectorLinks,
  member,
  memberAuth,
  plan,
  planConnection,
  price,
  secureContent,
  tokens,
} from '../../../contract/entities'
import { attempt } from '../../../contract/schemas/assessments'
import { captchaChallenge } from '../../../contract/schemas/captcha'
import { channelInfo, comment } from '../../../contract/schemas/comments'
import { dataRecord, dataTable } from '../../../contract/schemas/data-tables'
import { notAList } from '../../../contract/schemas/fields'
import { proofReport } from '../../../contract/schemas/proof-report'
import { creditCounts, freeOffer, tagPurchase } from '../../../contract/schemas/tag-purchases'
import { checkedTag, heldTag, textFile, verifiedTag } from '../../../contract/schemas/tags'
import { team } from '../../../contract/team'

/** What stands in many answers, under the name that the description gives it. What is not here is described where it stands. */
const namedSchemas = {
  AdminMember: adminMember,
  AdminPlan: adminPlan,
  App: app,
  Attempt: attempt,
  AuthProvider: authProvider,
  Branding: branding,
  CaptchaChallenge: captchaChallenge,
  ChannelInfo: channelInfo,
  CheckedTag: checkedTag,
  Comment: comment,
  ContentGroup: contentGroup,
  ContentNode: contentNode,
  CreditCounts: creditCounts,
  CustomField: customField,
  DataRecord: dataRecord,
  DataTable: dataTable,
  FreeOffer: freeOffer,
  HeldTag: heldTag,
  InspectorLinks: inspectorLinks,
  Member: member,
  MemberAuth: memberAuth,
  Plan: plan,
  PlanConnection: planConnection,
  Price: price,
  ProofReport: proofReport,
  SecureContent: secureContent,
  TagPurchase: tagPurchase,
  Team: team,
  TextFile: textFile,
  Tokens: tokens,
  VerifiedTag: verifiedTag,
}

/** Where the named ones stand. */
export const SCHEMAS_PATH = '#/components/schemas/'

/** What is sent as it is. */
export const bytes: JsonSchema = { type: 'string', format: 'binary' }

/** What JSON Schema has no word for: it neither changes what may be sent nor can be said of it. */
const UNSAID = ['check', 'max_size', 'min_size', 'to_lower_case', 'trim']

/** Schemas that a function decides, each with what can be said of it. */
const decidedByFunction = new Map<v.GenericSchema, JsonSchema>([[notAList, { type: 'object' }]])

/**
 * A schema of the contract as JSON Schema (2020-12).
 * @param mode of what is sent the shape before it is normalised, of answers what comes out
 * @throws Error for what cannot be described: nothing is passed over in silence
 */
export function describeSchema(schema: v.GenericSchema, mode: 'input' | 'output'): JsonSchema {
  const { $schema: _, $defs = {}, ...described } = toJsonSchema(schema, { ...config, typeMode: mode })
  const unnamed = Object.keys($defs).filter((name) => !Object.hasOwn(namedSchemas, name))
  if (unnamed.length > 0) throw new Error('A schema that refers to itself has no name in named-schemas.')
  return described
}

/** Every named schema, described once. */
export function describeNamedSchemas(): Record<string, JsonSchema> {
  const { definitions: _, ...rest } = config
  return toJsonSchemaDefs(namedSchemas, { ...rest, typeMode: 'output' })
}

const config: ConversionConfig = {
  target: 'draft-2020-12',
  errorMode: 'throw',
  definitions: namedSchemas,
  ignoreActions: UNSAID,
  overrideRef: ({ referenceId }) => `${SCHEMAS_PATH}${referenceId}`,
  overrideSchema: ({ valibotSchema }) => {
    const { type } = valibotSchema
    if (type === 'file' || type === 'instance') return bytes
    return type === 'custom' ? find(valibotSchema) : null
  },
  overrideAction: ({ valibotAction, jsonSchema, errors }) => {
    // JSON Schema reads patterns as Unicode, which is all that the flag says.
    const pattern = 'requirement' in valibotAction ? valibotAction.requirement : null
    if (!(pattern instanceof RegExp) || errors?.length !== 1) return null
    return pattern.flags === 'u' && jsonSchema.pattern === pattern.source ? jsonSchema : null
  },
}

/** By what it is, not by how it is typed. */
function find(schema: object): JsonSchema | null {
  for (const [known, described] of decidedByFunction) if (known === schema) return described
  return null
}
