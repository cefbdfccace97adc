import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { runChild } from '../runtime/run-child.mjs'

/** Debian's folder of PostgreSQL versions; elsewhere they are on the PATH. */
const DEBIAN_FOLDER = '/usr/lib/postgresql'

/** Debian's path. */
export const PGBOUNCER = '/usr/sbin/pgbouncer'

/**
 * The folder of `initdb` and `pg_ctl`, if any.
 * @returns {string | null}
 */
export function findPostgres() {
  const versions = existsSync(DEBIAN_FOLDER) ? readdirSync(DEBIAN_FOLDER) : []
  const newestFirst = versions.toSorted((one, other) => Number(other) - Number(one))
  const folders = [...newestFirst.map((version) => join(DEBIAN_FOLDER, version, 'bin')), ...pathFolders()]
  return folders.find((folder) => existsSync(join(folder, 'initdb'))) ?? null
}

const pathFolders = () => (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')

/** @param {string} name */
const isOnPath = (name) => pathFolders().some((folder) => existsSync(join(folder, name)))

/**
 * Programs that tests start on data of their own. `variable`: `required` lets tests fail without it instead of skipping.
 * @typedef {object} Server
 * @property {string} title
 * @property {readonly string[]} packages of Debian
 * @property {() => boolean} isThere
 * @property {string} [variable]
 */

/** @satisfies {Record<string, Server>} */
export const servers = {
  postgres: {
    title: 'PostgreSQL',
    packages: ['postgresql'],
    isThere: () => findPostgres() !== null,
    variable: 'TEST_POSTGRES',
  },
  pgbouncer: {
    title: 'PgBouncer',
    packages: ['pgbouncer'],
    isThere: () => existsSync(PGBOUNCER),
    variable: 'TEST_PGBOUNCER',
  },
  redis: {
    title: 'Redis',
    packages: ['redis-server'],
    isThere: () => isOnPath('redis-server') || isOnPath('valkey-server'),
    variable: 'TEST_REDIS',
  },
  caddy: { title: 'Caddy', packages: ['caddy'], isThere: () => isOnPath('caddy') },
  nginx: { title: 'nginx', packages: ['nginx-light'], isThere: () => isOnPath('nginx') },
  verifier: {
    title: 'Python with pyld and cryptography',
    packages: ['python3-pyld', 'python3-cryptography'],
    isThere: () => spawnSync('/usr/bin/python3', ['-c', 'import pyld, cryptography']).status === 0,
    variable: 'INDEPENDENT_VERIFIER',
  },
}

/** @typedef {keyof typeof servers} ServerName */

/** The gate is the same on every machine: tests that need a server are skipped, also where it is installed. */
export const withoutServers = { TEST_POSTGRES: 'off', TEST_PGBOUNCER: 'off', TEST_REDIS: 'off' }

/**
 * Installs missing programs if root on Debian, and says which are missing after that.
 * @param {readonly ServerName[]} names
 * @returns {Promise<{ variables: Record<string, string>, missing: readonly ServerName[] }>} `variables` are for the tests
 */
export async function ensureServers(names) {
  const wanted = names.map((name) => /** @type {Server} */ (servers[name]))
  const missing = wanted.filter((server) => !server.isThere())
  if (missing.length > 0 && process.getuid?.() === 0 && isOnPath('apt-get')) {
    console.log(`Installing ${missing.map(({ title }) => title).join(', ')} …`)
    await install(missing)
  }
  /** @type {Record<string, string>} */
  const variables = {}
  for (const { isThere, variable } of wanted) if (variable && isThere()) variables[variable] = 'required'
  const absent = names.filter((name) => !servers[name].isThere())
  for (const name of absent) console.log(withoutServer(name))
  return { variables, missing: absent }
}

/** @param {ServerName} name */
export const withoutServer = (name) => `${servers[name].title} is not installed: tests that need it are skipped.`

/** Tells Debian not to start services. */
const POLICY = '/usr/sbin/policy-rc.d'

/** @param {readonly Server[]} missing */
async function install(missing) {
  const hasPolicy = existsSync(POLICY)
  if (!hasPolicy) await writeFile(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  const options = { env: { DEBIAN_FRONTEND: 'noninteractive' }, capture: true }
  try {
    await runChild('timeout', ['120', 'apt-get', 'update', '-qq'], options)
    // One by one: a package that this system lacks must not keep the others away.
    for (const { packages } of missing)
      await runChild(
        'timeout',
        ['300', 'apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...packages],
        options,
      )
  } finally {
    if (!hasPolicy) await rm(POLICY, { force: true })
  }
}
