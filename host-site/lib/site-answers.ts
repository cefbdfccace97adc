import type { EndpointName } from '../../contract/endpoints'
import type { Answer } from '../../contract/schemas'

/** The server answered, and said no. */
export class RefusedError extends Error {
  constructor(
    message: string,
    readonly code = '',
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(message)
  }
}

/** What a body that says no says. */
export const refusalOf = (body: unknown): RefusedError =>
  new RefusedError(textOf(body, 'message'), textOf(body, 'code'), retryOf(body))

export const textOfError = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** @throws for a body without data */
export function toAnswer<K extends EndpointName>(body: unknown): Answer<K> {
  if (!isAnswer<K>(body)) throw new Error('The answer has no data.')
  return body
}

/** What stands under `data` is the contract's word: the server checked it. */
export const isAnswer = <K extends EndpointName>(body: unknown): body is Answer<K> =>
  typeof body === 'object' && body !== null && 'data' in body

/** A text of an answer that says no, empty without one. */
function textOf(answer: unknown, name: 'message' | 'code'): string {
  const fields = new Map<string, unknown>(Object.entries(answer ?? {}))
  const text = fields.get(name)
  return typeof text === 'string' ? text : ''
}

const retryOf = (answer: unknown): number | null =>
  typeof answer === 'object' && answer && 'retryAfterSeconds' in answer && typeof answer.retryAfterSeconds === 'number'
    ? answer.retryAfterSeconds
    : null

/** The name that a file comes with; empty without one. */
export function fileNameOf({ headers }: Pick<Response, 'headers'>): string {
  const [, encoded = ''] = /filename\*=UTF-8''([^;]+)/i.exec(headers.get('content-disposition') ?? '') ?? []
  try {
    return decodeURIComponent(encoded)
  } catch {
    return ''
  }
}
