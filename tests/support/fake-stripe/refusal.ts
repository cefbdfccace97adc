export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly body: { type: string; message: string; code?: string; param?: string },
  ) {
    super(body.message)
  }
}

export const missing = (what: string, param?: string): Refusal =>
  new Refusal(param === undefined ? 404 : 400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${what}`,
    ...(param !== undefined && { param }),
  })

export const invalid = (message: string, more: { param?: string; code?: string } = {}): Refusal =>
  new Refusal(400, { type: 'invalid_request_error', message, ...more })

export const declined = (): Refusal =>
  new Refusal(402, { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' })
