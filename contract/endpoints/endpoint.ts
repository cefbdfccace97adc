/** One route of the client API: plain data, so that a browser bundle needs no validator. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** `:name` is a path parameter. */
  path: `/${string}`
  /** Constant query parameters, which distinguish two endpoints of one path. */
  query?: Readonly<Record<string, string>>
  /** How the input is sent. `bytes`: the body is `content`, the rest is in the query. Default: JSON. */
  body?: 'multipart' | 'bytes'
  /** `file`: a 2xx response is a file to download, with its name, not JSON. */
  answer?: 'file'
  /** `none`: the same for every app, so callers send neither app nor token. */
  app?: 'none'
  /**
   * `public`: anyone. `optional`: the member if the token is valid, else null; an invalid token is not an error.
   * `member`: without a token `login-required`, with an invalid one `client/invalid-token`.
   */
  access: 'public' | 'optional' | 'member'
  /**
   * Without a session, our client sends a request that needs no CORS preflight: JSON as `text/plain`, with its own headers
   * under `headers`. The usual form works, too.
   */
  skipsPreflight?: true
}

type ParameterNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/** `{ planId: string }` from `/app/plans/:planId`. */
export type Params<Path extends string> = { [Name in ParameterNames<Path>]: string }
