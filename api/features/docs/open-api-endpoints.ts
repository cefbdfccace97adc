import { type ConversionConfig, type JsonSchema, toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema'
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
import { notices } from '../../../contract/messages'
import { attempt } from '../../../contract/schemas/assessments'
import { captchaChallenge } from '../../../contract/schemas/captcha'
import { channelInfo, comment } from '../../../contract/schemas/comments'
import { dataRecord, dataTable } from '../../../contract/schemas/data-tables'
import { notAList } from '../../../contract/schemas/fields'
import { proofReport } from '../../../contract/schemas/proof-report'
import type { EndpointSchema } from '../../../contract/schemas/schema'
import { creditCounts, freeOffer, tagPurchase } from '../../../contract/schemas/tag-purchases'
import { checkedTag, heldTag, textFile, verifiedTag } from '../../../contract/schemas/tags'
import { team } from '../../../contract/team'

export interface DescribedEndpoint {
  name: string
  method: string
  /** With `:name` for a parameter. */
  path: string
  query?: Readonly<Record<string, string>>
  body?: 'multipart' | 'bytes' | 'text'
  answer?: 'file' | 'ok' | 'text'
  schema: EndpointSchema
  operationId: string
  description: string | undefined
  security: Operation['security']
  tag: string
}

export interface Operation {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  /** Our extension: names of the endpoints behind this operation. */
  'x-endpoints': string[]
  security: Record<string, never[]>[]
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, Answer | { $ref: string }>
}

interface Parameter {
  name: string
  in: 'path' | 'query'
  required: boolean
  description?: string
  schema: JsonSchema
}

export interface Answer {
  description: string
  headers?: Record<string, { description: string; schema: JsonSchema }>
  content: Content
}

type Content = Record<string, { schema: JsonSchema }>

export function describeEndpoint(endpoint: DescribedEndpoint): Operation {
  const { name, operationId, description, tag, security, path, method } = endpoint
  const input = describeSchema(endpoint.schema.input, 'input')
  const isInQuery = method === 'GET' || endpoint.body === 'bytes' || endpoint.body === 'text'
  const body = method === 'GET' ? null : describeBody(endpoint, input)
  return {
    operationId,
    summary: nameWords(name),
    ...(description !== undefined && { description }),
    tags: [tag],
    'x-endpoints': [name],
    security,
    parameters: [...pathParameters(path), ...(isInQuery ? queryParameters(input, method) : [])],
    ...(body && { requestBody: body }),
    responses: { 200: describeAnswer(endpoint), default: { $ref: '#/components/responses/Error' } },
  }
}

const pathParameters = (path: string): Parameter[] =>
  [...path.matchAll(/:(\w+)/gu)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))

function queryParameters({ properties, required = [] }: JsonSchema, method: string): Parameter[] {
  if (properties === undefined) throw new Error('A query schema must be an object of known fields.')
  return Object.entries(properties)
    .filter(([name]) => method === 'GET' || name !== 'content')
    .map(([name, schema]) => ({
      name,
      in: 'query',
      required: required.includes(name),
      schema: typeof schema === 'boolean' ? {} : schema,
    }))
}

function describeBody({ body }: DescribedEndpoint, input: JsonSchema): Operation['requestBody'] | null {
  if (body === 'bytes') return { required: true, content: { 'application/octet-stream': { schema: bytes } } }
  if (body === 'text') return { required: true, content: { 'text/plain': { schema: { type: 'string' } } } }
  if (input.properties && Object.keys(input.properties).length === 0) return null
  const type = body === 'multipart' ? 'multipart/form-data' : 'application/json'
  return { required: (input.required ?? []).length > 0, content: { [type]: { schema: input } } }
}

const DISPOSITION = {
  'Content-Disposition': { description: 'With a file name.', schema: { type: 'string' as const } },
}

function describeAnswer({ answer, schema, method }: DescribedEndpoint): Answer {
  const text = (content: Content): Answer => ({ description: 'Success.', content })
  if (answer === 'ok') return text({ 'text/plain': { schema: { type: 'string', const: 'OK' } } })
  if (answer === 'text') return { description: 'A file.', content: { 'text/*': { schema: { type: 'string' } } } }
  if (answer === 'file') return { description: 'A file.', headers: DISPOSITION, content: { '*/*': { schema: bytes } } }
  const data = describeSchema(schema.output, 'output')
  const isPaged = method === 'GET' && data.type === 'array'
  const properties = {
    data,
    message: { type: 'string' as const, description: 'A message for the user, if there is one.' },
    notice: {
      type: 'string' as const,
      enum: Object.keys(notices),
      description: 'Identifies the fixed text in `message`.',
    },
    requestToken: {
      type: 'string' as const,
      description: 'Belongs to an emailed reset code. Send it back with the code.',
    },
    ...(isPaged && pageProperties),
  }
  const body: JsonSchema = { type: 'object', properties, required: ['data'] }
  return text({ 'application/json': { schema: body } })
}

/** Paged lists of the admin API have these beside their rows. */
const pageProperties: Record<string, JsonSchema> = {
  totalCount: { type: 'number' },
  endCursor: { type: ['string', 'number', 'null'], description: 'The value of `after` for the next page.' },
  hasNextPage: { type: 'boolean' },
}

/** OpenAPI cannot distinguish operations by query. @param query of the second operation */
export function mergeOperations(one: Operation, other: Operation, query: Readonly<Record<string, string>>): Operation {
  const [first, second] = [bodyOf(one), bodyOf(other)]
  const marks = Object.entries(query).map(([name, value]): Parameter => ({
    name,
    in: 'query',
    required: false,
    description: `Selects \`${other.operationId}\`, the second form of the body.`,
    schema: { type: 'string', enum: [value] },
  }))
  const schema: JsonSchema = {
    anyOf: [
      { title: one.operationId, ...first },
      { title: other.operationId, ...second },
    ],
  }
  return {
    ...one,
    'x-endpoints': [...one['x-endpoints'], ...other['x-endpoints']],
    parameters: [...one.parameters, ...marks],
    requestBody: { required: true, content: { 'application/json': { schema } } },
  }
}

function bodyOf({ operationId, requestBody }: Operation): JsonSchema {
  const schema = requestBody?.content['application/json']?.schema
  if (!schema) throw new Error(`${operationId} shares its path and method, and has no body that distinguishes it.`)
  return schema
}

/** `sendPasswordlessLoginEmail` → `Send passwordless login email` */
function nameWords(name: string): string {
  const words = name.replaceAll(/(?<=[a-z\d])(?=[A-Z])/gu, ' ').toLowerCase()
  return words.replaceAll(/\bjson\b/gu, 'JSON').replace(/^./u, (first) => first.toUpperCase())
}

/** Shared schemas by name; all others are inlined. */
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

export const SCHEMAS_PATH = '#/components/schemas/'

const bytes: JsonSchema = { type: 'string', format: 'binary' }

/** No counterpart in JSON Schema, and no effect on valid input. */
const UNSAID = ['check', 'max_size', 'min_size', 'to_lower_case', 'trim']

/** Closest description of schemas that a function checks. */
const decidedByFunction = new Map<v.GenericSchema, JsonSchema>([[notAList, { type: 'object' }]])

/**
 * JSON Schema 2020-12.
 * @param mode `input`: requests before normalization; `output`: responses
 * @throws Error for a schema that cannot be described
 */
export function describeSchema(schema: v.GenericSchema, mode: 'input' | 'output'): JsonSchema {
  const { $schema: _, $defs = {}, ...described } = toJsonSchema(schema, { ...config, typeMode: mode })
  const unnamed = Object.keys($defs).filter((name) => !Object.hasOwn(namedSchemas, name))
  if (unnamed.length > 0) throw new Error('A schema that refers to itself has no name in named-schemas.')
  return described
}

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
    return type === 'custom' ? describeDecided(valibotSchema) : null
  },
  overrideAction: ({ valibotAction, jsonSchema, errors }) => {
    // JSON Schema patterns are Unicode already, so the flag can go.
    const pattern = 'requirement' in valibotAction ? valibotAction.requirement : null
    if (!(pattern instanceof RegExp) || errors?.length !== 1) return null
    return pattern.flags === 'u' && jsonSchema.pattern === pattern.source ? jsonSchema : null
  },
}

function describeDecided(schema: object): JsonSchema | null {
  for (const [known, described] of decidedByFunction) if (known === schema) return described
  return null
}
