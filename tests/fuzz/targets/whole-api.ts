import { startTestApi } from '../../support/start-api'
import type { TestApi } from '../../support/start-api'
import { endpoints } from '../../../contract/endpoints'
import { textOf } from '../fuzz-target'
import type { FuzzTarget } from '../fuzz-target'

let started: Promise<TestApi> | undefined
/** One API for all inputs: an input must not break the next one. */
const open = (): Promise<TestApi> => (started ??= startTestApi())

export const closeApi = async (): Promise<void> => (await started)?.close()

/** `METHOD path`, then headers, an empty line and the body; skips what no client could send. */
function toRequest(text: string): { path: string; init: RequestInit } {
  const [head = '', ...rest] = text.split('\n\n')
  const [first = '', ...lines] = head.split('\n')
  const [method = 'GET', path = '/'] = first.split(' ')
  const headers = new Headers()
  for (const line of lines) {
    const [name = '', ...value] = line.split(': ')
    try {
      headers.append(name, value.join(': '))
    } catch {
      // Not a header.
    }
  }
  const known = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'].includes(method) ? method : 'POST'
  const body = known === 'GET' || known === 'HEAD' ? undefined : rest.join('\n\n')
  return {
    path: `/${path.replace(/^\/+/u, '').replaceAll(/[^\x21-\x7e]/gu, '')}`,
    init: { method: known, headers, ...(body !== undefined && { body }) },
  }
}

const paths = Object.values(endpoints).map(({ method, path }) => `${method} ${path.replaceAll(/:\w+/gu, 'x_1')}`)

export const wholeApi: FuzzTarget = {
  name: 'whole-api',
  from: 'whole requests, headers and all',
  seeds: [
    ...paths.map(
      (line) =>
        `${line}\nx-app-id: app_demo\ncontent-type: application/json\norigin: https://demo.example\n\n{"email":"a@b.co"}`,
    ),
    'GET /app\nx-api-key: pk_sb_demo\nauthorization: Bearer abc\nif-none-match: "x"\nrange: bytes=0-1',
    'POST /account/reset-password\ncontent-type: application/x-www-form-urlencoded\nsec-fetch-site: same-origin\n\ntoken=a&newPassword=b',
    'GET /owner?token=x\ncookie: owner_session=abc; owner_session=def',
    'GET /auth-provider/login?appId=app_demo&provider=google&customFields=%7B%7D\nreferer: https://demo.example/a',
    'POST /webhooks/stripe\nstripe-signature: t=1,v1=ab\n\n{}',
    'GET /admin/members?first=1\nx-api-key: sk_sb_x',
    'POST /member/profile-image\nx-app-id: app_demo\ncontent-type: multipart/form-data; boundary=b\n\n--b--',
    'GET /trusttag/log/tile/0/x001/000\naccept-encoding: br;q=0',
    'GET /docs/../..//%2e%2e/package.json',
    'GET /comments/live?appId=%00&key=%00&channels=%00',
    'GET /auth-provider/login?appId=app_demo&provider=google&state=%00',
    'GET /auth-provider/callback?state=%00&code=%00',
    ...['{"id":"\\u0000"}', '{"title":"\\u0000"}'].map(
      (unique) =>
        `POST /v1/data-records/query\nx-api-key: pk_sb_demo\ncontent-type: application/json\n\n{"tableKey":"announcements","query":{"findUnique":{"where":${unique}}}}`,
    ),
    'GET /files/%00.webp\nreferring-path: /a?b\nx-session-id: x\nsec-gpc: 1',
  ],
  quickRuns: 250,
  async run(bytes) {
    const { path, init } = toRequest(textOf(bytes))
    const { request } = await open()
    const answer = await request(path, init)
    const text = await answer.text()
    if (answer.status >= 500 && answer.status !== 503) throw new Error(`${path} answers ${answer.status} ${text}`)
  },
}
