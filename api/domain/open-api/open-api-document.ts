import { ADMIN_PATH, adminEndpoints } from '../../../contract/admin/endpoints'
import type { AdminEndpoint } from '../../../contract/admin/endpoints/admin-endpoint'
import { adminSchemas } from '../../../contract/admin/schemas'
import { endpoints } from '../../../contract/endpoints'
import type { Endpoint } from '../../../contract/endpoints/endpoint'
import { errors, tooManyTries } from '../../../contract/errors'
import { adminDescriptions } from '../../../contract/open-api/admin-descriptions'
import { descriptions } from '../../../contract/open-api/descriptions'
import { schemas } from '../../../contract/schemas'
import type { EndpointSchema } from '../../../contract/schemas/schema'
import { createTimeSlices } from '../../lib/concurrency'
import { describeEndpoint, type DescribedEndpoint } from './describe-endpoint'
import { describeNamedSchemas, SCHEMAS_PATH } from './describe-schema'
import { mergeOperations } from './merge-operations'
import type { Answer, OpenApiDocument } from './open-api-types'
import { adminSecurity, securityOf, securitySchemes } from './security'

const ADMIN_TAG = 'admin'

/**
 * Both APIs as OpenAPI 3.1, made of the tables of the contract alone: the same document for the same contract. It takes some
 * hundred milliseconds, in slices between which other requests are answered.
 * @param options.server address of the API
 * @param options.version of the product
 */
export async function openApiDocument(options: { server: string; version: string }): Promise<OpenApiDocument> {
  const { server, version } = options
  const described = [...clientEndpoints(), ...adminEndpointsDescribed()]
  const paths = await pathsOf(described)
  return {
    openapi: '3.1.1',
    info: {
      title: 'Membership API',
      version,
      description: `The API behind the membership script, and the admin API below \`${ADMIN_PATH}\` for servers. What it means in words stands at ${server}/docs/api.`,
    },
    servers: [{ url: server }],
    tags: [...new Set(described.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: { ...describeNamedSchemas(), Error: errorSchema },
      responses: { Error: errorAnswer },
      securitySchemes,
    },
  }
}

async function pathsOf(described: readonly DescribedEndpoint[]): Promise<OpenApiDocument['paths']> {
  const nextSlice = createTimeSlices()
  const paths: OpenApiDocument['paths'] = {}
  // Of two with one path and method, the plain one is described first.
  for (const endpoint of described.toSorted((one, other) => Number(!!one.query) - Number(!!other.query))) {
    const operations = (paths[endpoint.path.replaceAll(/:(\w+)/gu, '{$1}')] ??= {})
    const method = endpoint.method.toLowerCase()
    const operation = describeEndpoint(endpoint)
    const known = operations[method]
    operations[method] = known ? mergeOperations(known, operation, endpoint.query ?? {}) : operation
    await nextSlice()
  }
  return paths
}

function clientEndpoints(): DescribedEndpoint[] {
  const texts: Readonly<Record<string, string | undefined>> = descriptions
  const describe = (name: string, endpoint: Endpoint): DescribedEndpoint => ({
    ...endpoint,
    name,
    schema: schemaOf(schemas, name),
    operationId: name,
    description: texts[name],
    security: securityOf(endpoint),
    tag: tagOf(endpoint.path),
  })
  return Object.entries<Endpoint>(endpoints).map(([name, endpoint]) => describe(name, endpoint))
}

/** The names of the two tables are apart: the same one may stand in both. */
function adminEndpointsDescribed(): DescribedEndpoint[] {
  const texts: Readonly<Record<string, string | undefined>> = adminDescriptions
  const describe = (name: string, endpoint: AdminEndpoint): DescribedEndpoint => ({
    ...endpoint,
    path: ADMIN_PATH + endpoint.path,
    name,
    schema: schemaOf(adminSchemas, name),
    operationId: `admin_${name}`,
    description: texts[name],
    security: adminSecurity,
    tag: ADMIN_TAG,
  })
  return Object.entries<AdminEndpoint>(adminEndpoints).map(([name, endpoint]) => describe(name, endpoint))
}

function schemaOf(table: Readonly<Record<string, EndpointSchema>>, name: string): EndpointSchema {
  const schema = table[name]
  if (!schema) throw new Error(`The endpoint ${name} has no schema.`)
  return schema
}

/** The first part of a path that is no version: `/v1/data-tables/:table` → `data-tables`. */
const tagOf = (path: string): string => path.split('/').find((part) => part !== '' && !/^v\d+$/u.test(part)) ?? ''

const errorSchema = {
  type: 'object' as const,
  properties: {
    code: {
      type: 'string' as const,
      enum: Object.entries(errors)
        .filter(([, { status }]) => status > 0)
        .map(([code]) => code),
    },
    message: { type: 'string' as const, description: 'For people.' },
    retryAfterSeconds: { type: 'number' as const, description: 'With `too-many-requests` only.' },
    provider: { type: 'string' as const, description: 'The provider to log in with; with `use-social-login` only.' },
    methods: {
      type: 'array' as const,
      items: { type: 'string' as const, enum: Object.keys(tooManyTries) },
      description: 'What works instead, best first; with `too-many-requests` at a login, a mailed code or a reset.',
    },
    puzzle: {
      $ref: `${SCHEMAS_PATH}CaptchaChallenge`,
      description: 'To be solved and sent back as `proofOfWork`; with `proof-of-work-required` only.',
    },
  },
  required: ['code', 'message'],
}

const errorAnswer: Answer = {
  description: 'Anything that is not 2xx. `code` is stable.',
  headers: {
    'Retry-After': { description: 'Seconds; with status 429.', schema: { type: 'integer' } },
  },
  content: { 'application/json': { schema: { $ref: `${SCHEMAS_PATH}Error` } } },
}
