import type { Endpoint } from '../../../contract/endpoints/endpoint'
import type { Operation, SecurityScheme } from './open-api-types'

/** How a caller says who they are. */
export const securitySchemes = {
  publicKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'A public key of the app: it names the app and its mode. It is no secret.',
  },
  appId: {
    type: 'apiKey',
    in: 'header',
    name: 'X-APP-ID',
    description: 'The id of the app. Without a key the mode is live on the app’s own domains, and test elsewhere.',
  },
  session: {
    type: 'http',
    scheme: 'bearer',
    description: 'The session token that a login or a sign-up answers (`tokens.accessToken`).',
  },
  secretKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'A secret key (`sk_…`). For servers: what a browser sends is refused.',
  },
} as const satisfies Record<string, SecurityScheme>

type SchemeName = keyof typeof securitySchemes

const one = (...names: SchemeName[]): Operation['security'][number] =>
  Object.fromEntries(names.map((name): [string, never[]] => [name, []]))

/** The ways to call an endpoint, any of which will do. */
export function securityOf({ access, app }: Pick<Endpoint, 'access' | 'app'>): Operation['security'] {
  if (app === 'none') return []
  const nobody = [one('publicKey'), one('appId')]
  const member = [one('publicKey', 'session'), one('appId', 'session')]
  if (access === 'member') return member
  return access === 'optional' ? [...nobody, ...member] : nobody
}

export const adminSecurity: Operation['security'] = [one('secretKey')]
