import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { freePort } from '../free-port'
import { waitUntil } from '../wait-until'

const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', '/usr/local/bin']
const found = ['redis-server', 'valkey-server']
  .flatMap((name) => folders.map((folder) => join(folder, name)))
  .find(existsSync)

const wanted = process.env['TEST_REDIS']

/** Tests that need Redis are skipped without it. The gate sets `off`, `npm run test:full` sets `required`. */
export const hasRedis: boolean = wanted === 'required' || (wanted !== 'off' && found !== undefined)

export interface RedisServer {
  /** `redis://127.0.0.1:<port>` */
  url: string
  /** Restarts it empty on the same port. */
  start(): Promise<void>
  stop(): Promise<void>
}

/** A real server on a free port of 127.0.0.1, without persistence; ends with this process. */
export async function startRedis(): Promise<RedisServer> {
  if (found === undefined) throw new Error('Neither Redis nor Valkey is installed here.')
  const port = await freePort()
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', tmpdir()]
  let server = spawn(found, options, { stdio: 'ignore' })
  const running = async (): Promise<void> => {
    endWithThis(server.pid)
    await waitUntil('Redis answers', () => answers(port))
  }
  await running()
  return {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      server = spawn(found, options, { stdio: 'ignore' })
      await running()
    },
    async stop() {
      const ended = new Promise((resolve) => server.once('exit', resolve))
      if (server.exitCode === null && server.signalCode === null) {
        server.kill('SIGKILL')
        await ended
      }
    },
  }
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'))
    socket.on('data', () => socket.destroy())
    socket.on('error', () => {})
    socket.on('close', () => resolve(socket.bytesRead > 0))
  })

/** A killed worker cannot clean up. */
function endWithThis(pid: number | undefined): void {
  const script = 'while kill -0 "$0" 2>/dev/null; do kill -0 "$1" 2>/dev/null || exit 0; sleep 1; done; kill "$1"'
  spawn('sh', ['-c', script, String(process.pid), String(pid)], {
    detached: true,
    stdio: 'ignore',
    cwd: tmpdir(),
  }).unref()
}
