/** The used part of `oidc-provider`, which has no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

  export interface Context {
    body: unknown
    path: string
    oidc?: {
      route?: string
      client?: { clientId: string }
      session?: { accountId?: string }
      params?: { scope?: string }
    }
  }

  export interface Grant {
    addOIDCScope(scope: string): void
    save(): Promise<string>
  }

  export interface Interaction {
    uid: string
    prompt: { name: string }
    params: { client_id: string; scope: string }
    session?: { accountId: string }
  }

  export class Provider {
    constructor(issuer: string, configuration: object)
    Grant: new (owner: { accountId: string; clientId: string }) => Grant
    use(middleware: (context: Context, next: () => Promise<void>) => Promise<void>): void
    callback(): RequestListener
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: object,
      options?: { mergeWithLastSubmission: boolean },
    ): Promise<void>
  }
}
