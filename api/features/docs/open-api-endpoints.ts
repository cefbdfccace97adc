import type { JsonSchema } from '@valibot/to-json-schema'
import { notices } from '../../../contract/errors'
import type { EndpointSchema } from '../../../contract/schemas/schema'
import type { Answer, Content, Operation, Parameter } from './open-api'
import { bytes, describeSchema } from './open-api-schemas'

/** A row of either table of endpoints, with all that is said of it elsewhere. */
export interface DescribedEndpoint {
  name: string
  method: string
  /** As the tables write it: `:name` marks a parameter. */
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

/** One endpoint as an operation. */
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
  if (properties === undefined) throw new Error('What travels in a query must be an object of known fields.')
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
  'Content-Disposition': { description: 'With the name of the file.', schema: { type: 'string' as const } },
}

function describeAnswer({ answer, schema, method }: DescribedEndpoint): Answer {
  const text = (content: Content): Answer => ({ description: 'It is done.', content })
  if (answer === 'ok') return text({ 'text/plain': { schema: { type: 'string', const: 'OK' } } })
  if (answer === 'text') return { description: 'A file.', content: { 'text/*': { schema: { type: 'string' } } } }
  if (answer === 'file') return { description: 'A file.', headers: DISPOSITION, content: { '*/*': { schema: bytes } } }
  const data = describeSchema(schema.output, 'output')
  const isPaged = method === 'GET' && data.type === 'array'
  const properties = {
    data,
    message: { type: 'string' as const, description: 'A sentence for the person, where there is one to say.' },
    notice: { type: 'string' as const, enum: Object.keys(notices), description: 'Which fixed text `message` is.' },
    requestToken: { type: 'string' as const, description: 'Of a mailed reset code; to be sent back with it.' },
    ...(isPaged && pageProperties),
  }
  const body: JsonSchema = { type: 'object', properties, required: ['data'] }
  return text({ 'application/json': { schema: body } })
}

/** What a list of the admin API has beside its rows, where it comes in pages. */
const pageProperties: Record<string, JsonSchema> = {
  totalCount: { type: 'number' },
  endCursor: { type: ['string', 'number', 'null'], description: 'What `after` takes for the next page.' },
  hasNextPage: { type: 'boolean' },
}

/**
 * One operation of two that have path and method in common: what stands in the address tells them apart, and OpenAPI knows
 * no such difference.
 * @param query what the second one’s address carries
 */
export function mergeOperations(one: Operation, other: Operation, query: Readonly<Record<string, string>>): Operation {
  const [first, second] = [bodyOf(one), bodyOf(other)]
  const marks = Object.entries(query).map(([name, value]): Parameter => ({
    name,
    in: 'query',
    required: false,
    description: `Makes it \`${other.operationId}\`: the second form of the body.`,
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
  if (!schema) throw new Error(`${operationId} shares its path and method, and has no body that tells it apart.`)
  return schema
}

/** The name of an endpoint as a line to read: `sendPasswordlessLoginEmail` → `Send passwordless login email`. */
function nameWords(name: string): string {
  const words = name.replaceAll(/(?<=[a-z\d])(?=[A-Z])/gu, ' ').toLowerCase()
  return words.replaceAll(/\bjson\b/gu, 'JSON').replace(/^./u, (first) => first.toUpperCase())
}
