import type { Context } from 'hono'
import type { Mode } from '../domain/mode'
import type { Caller } from '../ports/security-log'
import type { AppEnv } from './app-env'
import { routeOf } from './route-of'

/** Who asks. It is made for every request and read for few of them, so nothing is looked up before. */
class RequestCaller implements Caller {
  readonly #context: Context<AppEnv>
  readonly address: string
  appId?: string
  mode?: Mode
  memberId?: string
  actor?: string

  constructor(context: Context<AppEnv>, address: string) {
    this.#context = context
    this.address = address
  }

  get requestId(): string {
    return this.#context.get('requestId')
  }

  get route(): string {
    return routeOf(this.#context)
  }
}

/** Notes the address that asks; what else becomes known is written into the answer. */
export function callerOf(context: Context<AppEnv>, address: string): Caller {
  const caller = new RequestCaller(context, address)
  context.set('caller', caller)
  return caller
}

/** What a line says of the caller by now. */
export const factsOf = (caller: Caller): Caller => {
  const { requestId, route } = caller
  return { ...caller, ...(requestId !== undefined && { requestId }), ...(route !== undefined && { route }) }
}
