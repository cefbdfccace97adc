import type { JsonSchema } from '@valibot/to-json-schema'
import { ADMIN_PATH, adminEndpoints } from '../../../contract/admin/endpoints'
import type { AdminEndpoint } from '../../../contract/admin/endpoints/admin-endpoint'
import { adminSchemas } from '../../../contract/admin/schemas'
import { endpoints } from '../../../contract/endpoints'
import type { Endpoint } from '../../../contract/endpoints/endpoint'
import { errors, tooManyTries } from '../../../contract/errors'
import { adminDescriptions } from '../../../contract/open-api/admin-descriptions'
import { descriptions } from '../../../contract/open-api/descriptions'
import { skillRefusals } from '../../../contract/skill-refusals'
import { schemas } from '../../../contract/schemas'
import type { EndpointSchema } from '../../../contract/schemas/schema'
import { createTimeSlices } from '../../lib/concurrency'
import {
  type Answer,
  describeEndpoint,
  describeNamedSchemas,
  mergeOperations,
  type Operation,
  SCHEMAS_PATH,
  type DescribedEndpoint,
} from './open-api-endpoints'

const ADMIN_TAG = 'admin'

/**
 * OpenAPI 3.1 of both APIs, from the contract alone. Takes some hundred milliseconds, in slices.
 * @param options.server URL of the API
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
      description: `The API behind the membership script, and the admin API below \`${ADMIN_PATH}\` for servers. The guide is at ${server}/docs/api.`,
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
  // If two share path and method, the one without a query comes first.
  for (const endpoint of described.toSorted((one, other) => Number(!!one.query) - Number(!!other.query))) {
    await nextSlice()
    const operations = (paths[endpoint.path.replaceAll(/:(\w+)/gu, '{$1}')] ??= {})
    const method = endpoint.method.toLowerCase()
    const operation = describeEndpoint(endpoint)
    const known = operations[method]
    operations[method] = known ? mergeOperations(known, operation, endpoint.query ?? {}) : operation
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

/** The two tables may use the same name. */
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

/** First segment after the version: `/v1/data-tables/:table` → `data-tables`. */
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
    message: { type: 'string' as const, description: 'For people to read. Programs use `code`.' },
    retryAfterSeconds: { type: 'number' as const, description: 'With `too-many-requests` only.' },
    provider: { type: 'string' as const, description: 'The provider to log in with. Only with `use-social-login`.' },
    methods: {
      type: 'array' as const,
      items: { type: 'string' as const, enum: Object.keys(tooManyTries) },
      description:
        'Other methods that work now, best first. Only with `too-many-requests` at a login, an emailed code or a reset.',
    },
    suggestions: {
      type: 'array' as const,
      items: { type: 'string' as const },
      description: 'Listed skills, the nearest first. Only with `did-you-mean` and `skill-refused`.',
    },
    refusal: {
      type: 'string' as const,
      enum: Object.keys(skillRefusals),
      description: 'Why a name was refused. Only with `skill-refused`.',
    },
    puzzle: {
      $ref: `${SCHEMAS_PATH}CaptchaChallenge`,
      description: 'Solve it and send it as `proofOfWork`. Only with `proof-of-work-required`.',
    },
  },
  required: ['code', 'message'],
}

const errorAnswer: Answer = {
  description: 'Any status other than 2xx. `code` is stable.',
  headers: {
    'Retry-After': {
      description: 'Seconds until the next attempt can succeed. With status 429.',
      schema: { type: 'integer' },
    },
  },
  content: { 'application/json': { schema: { $ref: `${SCHEMAS_PATH}Error` } } },
}

export interface OpenApiDocument {
  openapi: '3.1.1'
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string; description?: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, JsonSchema>
    responses: Record<string, Answer>
    securitySchemes: Record<string, SecurityScheme>
  }
}

export type SecurityScheme =
  | { type: 'apiKey'; in: 'header'; name: string; description: string }
  | { type: 'http'; scheme: 'bearer'; description: string }

export const securitySchemes = {
  publicKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'A public key of the app: it selects the app and its mode. It is not a secret.',
  },
  appId: {
    type: 'apiKey',
    in: 'header',
    name: 'X-APP-ID',
    description: 'The ID of the app. Without a key, the mode is live on the app’s own domains and test elsewhere.',
  },
  session: {
    type: 'http',
    scheme: 'bearer',
    description: 'The session token from a login or sign-up response (`tokens.accessToken`).',
  },
  secretKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'A secret key (`sk_…`). For servers only: requests from browsers are refused.',
  },
} as const satisfies Record<string, SecurityScheme>

type SchemeName = keyof typeof securitySchemes

const one = (...names: SchemeName[]): Operation['security'][number] =>
  Object.fromEntries(names.map((name): [string, never[]] => [name, []]))

/** Alternatives; any one is enough. */
export function securityOf({ access, app }: Pick<Endpoint, 'access' | 'app'>): Operation['security'] {
  if (app === 'none') return []
  const nobody = [one('publicKey'), one('appId')]
  const member = [one('publicKey', 'session'), one('appId', 'session')]
  if (access === 'member') return member
  return access === 'optional' ? [...nobody, ...member] : nobody
}

export const adminSecurity: Operation['security'] = [one('secretKey')]
