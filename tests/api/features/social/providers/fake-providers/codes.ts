import { createHash, randomUUID } from 'node:crypto'
import type { Asked } from './serve-fake-provider'

interface Grant {
  redirectUri: string | null
  challenge: string | null
}

/** Codes of a fake provider: each works once, for its redirect URL and PKCE challenge. */
export function createCodes() {
  const grants = new Map<string, Grant>()
  const tokens = new Set<string>()
  return {
    give({ query }: Asked): string {
      const code = randomUUID()
      grants.set(code, { redirectUri: query.get('redirect_uri'), challenge: query.get('code_challenge') })
      return code
    },
    /** What is wrong, or an access token. */
    take({ form }: Asked): 'code' | 'redirect' | 'verifier' | { accessToken: string } {
      const code = form.get('code') ?? ''
      const grant = grants.get(code)
      if (!grant || form.get('grant_type') !== 'authorization_code') return 'code'
      grants.delete(code)
      if (form.get('redirect_uri') !== grant.redirectUri) return 'redirect'
      const challenge = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url')
      if (grant.challenge !== null && grant.challenge !== challenge) return 'verifier'
      const accessToken = `token-${randomUUID()}`
      tokens.add(accessToken)
      return { accessToken }
    },
    isKnown: ({ headers }: Asked): boolean => tokens.has((headers.authorization ?? '').replace(/^Bearer /u, '')),
    isToken: (token: string): boolean => tokens.has(token),
  }
}

/** The redirect of an authorization endpoint. */
export function backTo({ query }: Asked, parameters: Record<string, string>): { location: string } {
  const url = new URL(query.get('redirect_uri') ?? 'about:blank')
  for (const [name, value] of Object.entries({ ...parameters, state: query.get('state') ?? '' }))
    url.searchParams.set(name, value)
  return { location: url.href }
}

/** The client's credentials in a form. */
export const formOf = ({ form }: Asked) => ({ id: form.get('client_id'), secret: form.get('client_secret') })
