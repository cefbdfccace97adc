import type { JsonSchema } from '@valibot/to-json-schema'
import type { Operation, Parameter } from './open-api-types'

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
