import { once } from 'node:events'
import { connect } from 'node:net'
import { startTwoWays } from '../../support/two-ways'
import type { TwoWays } from '../../support/two-ways'
import type { FuzzTarget } from '../fuzz-target'

let started: Promise<TwoWays> | undefined
/** One for all inputs: what one of them leaves behind must not trouble the next. */
const open = (): Promise<TwoWays> => (started ??= startTwoWays())

export const closeTwoWays = async (): Promise<void> => (await started)?.close()

/** Whoever says nothing for so long has said all; an input that is no whole request gets no answer. */
const SILENCE_MS = 60

/** What comes back: status lines, headers in the order of the alphabet and bodies, without what no two answers have alike. */
async function talk(url: string, bytes: Uint8Array): Promise<string[]> {
  const { port, hostname } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.setTimeout(SILENCE_MS, () => socket.destroy())
  let text = ''
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')))
  socket.on('error', () => {})
  socket.write(bytes)
  await once(socket, 'close')
  return text
    .replaceAll(/^(?:date|x-request-id): .*$/gimu, '')
    .split(/\r\n|(?=HTTP\/1\.1 )/u)
    .map((line) => line.replace(/^[\w-]+: /u, (name) => name.toLowerCase()))
    .toSorted()
}

const from = (line: string, ...headers: string[]) =>
  [line, 'host: localhost:4000', ...headers, 'connection: close\r\n\r\n'].join('\r\n')

export const directAnswers: FuzzTarget = {
  name: 'direct-answers',
  from: 'requests as they come off the wire, answered directly and by the framework',
  seeds: [
    from('GET /app HTTP/1.1', 'x-api-key: pk_sb_demo', 'origin: https://demo.example'),
    from('GET /member HTTP/1.1', 'x-app-id: app_demo', 'authorization: Bearer abc', 'x-forwarded-for: ::1, 10.0.0.1'),
    from('GET /member/json HTTP/1.1', 'x-api-key: pk_sb_demo', 'x-api-key: pk_demo', 'content-length: 0'),
    from('GET /trusttag/skills HTTP/1.1', 'x-app-id: app_trusttag', 'x-visitor-token: x', 'sec-gpc: 1'),
    from('GET /v1/data-tables?a=b HTTP/1.1', 'x-api-key: sk_sb_demo', 'referring-path: /a'),
    'GET /app HTTP/1.0\r\nhost: LOCALHOST:1\r\n\r\n',
    'GET http://localhost/app HTTP/1.1\r\nhost: [::1]\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n',
  ],
  quickRuns: 12,
  async run(bytes) {
    const { direct, framework } = await open()
    // One request alone: when a second one is broken, the first has its answer already, or is cut.
    const end = Buffer.from(bytes).indexOf('\r\n\r\n')
    const first = bytes.subarray(0, end < 0 ? bytes.length : end + 4)
    const answers = await Promise.all([talk(direct.url, first), talk(framework.url, first)])
    const [said, expected] = answers.map((lines) => lines.join('\n'))
    if (said !== expected) throw new Error(`It answers\n${said}\nand by way of the framework\n${expected}`)
  },
}
