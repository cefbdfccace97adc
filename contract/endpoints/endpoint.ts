/** One route of the client API: plain data, so that a browser can hold the table without a validator. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** `:name` marks a path parameter. */
  path: `/${string}`
  /** What the address carries besides, always the same: it tells two endpoints of one path apart. */
  query?: Readonly<Record<string, string>>
  /** How the input travels; JSON where nothing is said. With `bytes` the body is `content`, the rest stands in the query. */
  body?: 'multipart' | 'bytes'
  /** `file`: a 2xx answer is a file to download, with its name, and no JSON. */
  answer?: 'file'
  /** `none`: it says the same for every app, so a caller names none and is nobody. */
  app?: 'none'
  /**
   * `public`: anyone. `optional`: the member if the token is good, else null; a dead token is no error.
   * `member`: without a token `login-required`, with a dead one `client/invalid-token`.
   */
  access: 'public' | 'optional' | 'member'
}

type ParameterNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/** `{ planId: string }` from `/app/plans/:planId`. */
export type Params<Path extends string> = { [Name in ParameterNames<Path>]: string }
