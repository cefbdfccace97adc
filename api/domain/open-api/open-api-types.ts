import type { JsonSchema } from '@valibot/to-json-schema'

/** The parts of OpenAPI 3.1 that the description uses. */
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

export interface Operation {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  /** Ours: the names of the endpoints that are called in this way. */
  'x-endpoints': string[]
  security: Record<string, never[]>[]
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, Answer | { $ref: string }>
}

export interface Parameter {
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

/** By media type. */
export type Content = Record<string, { schema: JsonSchema }>

export type SecurityScheme =
  | { type: 'apiKey'; in: 'header'; name: string; description: string }
  | { type: 'http'; scheme: 'bearer'; description: string }
