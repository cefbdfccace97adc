import type { Hono } from 'hono'
import { logStatusPath } from '../../contract/log-status'
import { proofModes } from '../../contract/proof-paths'
import { logStatus } from '../domain/witness/log-status'
import type { Services } from '../ports/services'
import type { AppEnv } from './request'
import { methodNotAllowed } from './router'
import { keepFor, openAnswer } from './responses'

type StatusServices = Pick<Services, 'store' | 'issuer' | 'witnesses' | 'witnessStates'>

/** How each public log and its witnesses are: for everybody, without a key and from any page. */
export function bindLogStatus(app: Hono<AppEnv>, services: StatusServices): void {
  for (const mode of proofModes) {
    const path = logStatusPath(mode)
    app.get(path, async (context) => {
      const content = JSON.stringify(await logStatus(services, mode))
      return openAnswer(context, { content, type: 'application/json', cacheControl: keepFor.never })
    })
    app.all(path, methodNotAllowed(['GET']))
  }
}
