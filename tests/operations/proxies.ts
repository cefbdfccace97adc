import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram } from '../long/engines/find-program'
import { projectRoot, runProgram } from '../support/run-process'
import type { RunningProcess } from '../support/run-process'
import type { Certificate } from './proxy-certificate'

export interface ProxyPlace {
  /** Empty folder for files of the proxy. */
  folder: string
  certificate: Certificate
  /** Its port on 127.0.0.1. */
  http: number
  https: number
  /** Port of the product. */
  site: number
  api: number
}

/** A proxy with a documented recipe. */
export interface Proxy {
  name: string
  /** Absolute path; null if it is not installed. */
  program: string | null
  start(place: ProxyPlace): RunningProcess
}

const recipe = (name: string): string => readFileSync(join(projectRoot, 'docs/production', name), 'utf8')

/** Replaces the values that differ here, wherever the recipe has them. */
function replaced(text: string, changes: readonly (readonly [from: string, to: string])[]): string {
  let changed = text
  for (const [from, to] of changes) {
    if (!changed.includes(from)) throw new Error(`The recipe no longer has ${JSON.stringify(from)}.`)
    changed = changed.replaceAll(from, to)
  }
  return changed
}

function startCaddy(program: string, place: ProxyPlace): RunningProcess {
  const { certificate, key } = place.certificate
  const tls = `\n\ttls ${certificate} ${key}`
  const text = replaced(recipe('Caddyfile'), [
    ['127.0.0.1:4000', `127.0.0.1:${place.site}`],
    ['127.0.0.1:4001', `127.0.0.1:${place.api}`],
    ['\nwww.example.com {', `\nwww.example.com {${tls}`],
    ['\nmembers.example.com {', `\nmembers.example.com {${tls}`],
  ])
  const own = `{\n\tadmin off\n\thttp_port ${place.http}\n\thttps_port ${place.https}\n\tdefault_bind 127.0.0.1\n}\n`
  const file = join(place.folder, 'Caddyfile')
  writeFileSync(file, own + text)
  const env = { HOME: place.folder, XDG_DATA_HOME: place.folder, XDG_CONFIG_HOME: place.folder }
  return runProgram(program, ['run', '--config', file, '--adapter', 'caddyfile'], { cwd: place.folder, env })
}

function startNginx(program: string, place: ProxyPlace): RunningProcess {
  const text = replaced(recipe('nginx.conf'), [
    ['127.0.0.1:4000', `127.0.0.1:${place.site}`],
    ['127.0.0.1:4001', `127.0.0.1:${place.api}`],
    ['\tlisten [::]:80;\n', ''],
    ['\tlisten [::]:443 ssl http2;\n', ''],
    ['listen 80;', `listen 127.0.0.1:${place.http};`],
    ['listen 443 ssl', `listen 127.0.0.1:${place.https} ssl`],
    ['/etc/letsencrypt/live/www.example.com/fullchain.pem', place.certificate.certificate],
    ['/etc/letsencrypt/live/www.example.com/privkey.pem', place.certificate.key],
  ])
  writeFileSync(join(place.folder, 'membership.conf'), text)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((what) => `  ${what}_temp_path ${place.folder}/${what};`)
    .join('\n')
  // By default its workers run as another user, who may not write here.
  const user = process.getuid?.() === 0 ? 'user root;\n' : ''
  const main = `${user}daemon off;\nworker_processes 1;\npid ${place.folder}/nginx.pid;\nerror_log stderr;
events {}\nhttp {\n  access_log off;\n${temporary}\n  include ${place.folder}/membership.conf;\n}\n`
  const file = join(place.folder, 'nginx.conf')
  writeFileSync(file, main)
  return runProgram(program, ['-c', file, '-p', place.folder, '-e', 'stderr'], { cwd: place.folder, env: {} })
}

const [caddy, nginx] = [findProgram('caddy'), findProgram('nginx')]

export const proxies: readonly Proxy[] = [
  { name: 'Caddy', program: caddy, start: (place) => startCaddy(caddy ?? '', place) },
  { name: 'nginx', program: nginx, start: (place) => startNginx(nginx ?? '', place) },
]
