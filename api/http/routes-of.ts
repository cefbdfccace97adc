import type { EndpointSchema } from '../../contract/schemas/schema'

/** One endpoint with what its input is checked against and who answers it. */
export interface Route<Endpoint, Answer> {
  /** In the table of the contract. */
  name: string
  endpoint: Endpoint
  input: EndpointSchema['input']
  answer: Answer
}

/** The tables of the contract and the handlers, brought together by name. Their own types make that nothing is missing. */
export function routesOf<Endpoint, Answer>(
  endpoints: Readonly<Record<string, Endpoint>>,
  schemas: Readonly<Record<string, EndpointSchema>>,
  answers: Readonly<Record<string, Answer>>,
): Route<Endpoint, Answer>[] {
  return Object.entries(endpoints).map(([name, endpoint]) => {
    const [answer, schema] = [answers[name], schemas[name]]
    if (!answer || !schema) throw new Error(`The endpoint ${name} has no handler or no schema.`)
    return { name, endpoint, answer, input: schema.input }
  })
}
