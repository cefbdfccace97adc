import addFormats from 'ajv-formats'
import { Ajv2020 } from 'ajv/dist/2020'
import type { OpenApiDocument } from '../../api/features/docs/open-api'
import type { Operation } from '../../api/features/docs/open-api-endpoints'

/** Compiles the schemas of an OpenAPI document. */
export function openSchemas(document: OpenApiDocument) {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true })
  addFormats.default(ajv)
  // Binary data is not a text to validate.
  ajv.addFormat('binary', true)
  const $defs = withLocalRefs(document.components.schemas)

  function complaints(schema: object, value: unknown): string[] {
    const check = ajv.compile({ ...withLocalRefs(schema), $defs })
    return check(value) ? [] : (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
  }

  function operation(path: string, method: string): Operation {
    const found = document.paths[path]?.[method.toLowerCase()]
    if (!found) throw new Error(`${method} ${path} is not described.`)
    return found
  }

  /** Schema of an operation's JSON response. */
  function answerSchema(path: string, method: string): object {
    const answer = operation(path, method).responses['200']
    const schema = answer && 'content' in answer ? answer.content['application/json']?.schema : undefined
    if (!schema) throw new Error(`${method} ${path} answers no JSON.`)
    return schema
  }

  const bodySchema = (path: string, method: string): object =>
    operation(path, method).requestBody?.content['application/json']?.schema ?? {}

  return { complaints, operation, answerSchema, bodySchema }
}

/** Rewrites references to `$defs`. */
function withLocalRefs<T extends object>(value: T): T {
  const text = JSON.stringify(value).replaceAll('"#/components/schemas/', '"#/$defs/')
  const read: T = JSON.parse(text)
  return read
}
