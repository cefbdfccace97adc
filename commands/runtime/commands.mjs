import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { inProject } from './project.mjs'

const output = { print: console.log, complain: console.error }
const { env } = process
const banksFolder = inProject('dist', 'banks')

/**
 * Commands by npm script, loaded on use. Each resolves to the exit code; without one, the process keeps running.
 * @type {Readonly<Record<string, (args: string[]) => Promise<number | void>>>}
 */
const commands = {
  admin: (args) => runBuilt('admin', (program) => runAdmin(program, args)),
  audit: async (args) => (await import('../packages/audit.mjs')).run(args),
  // A missing build exits with 2, because 1 means that the log is wrong.
  'audit-log': (args) =>
    runBuilt('audit-log', (program) => program.auditLogCommand(args, { now: Date.now, ...output }), 2),
  bench: async (args) => (await import('../bench/run-bench.mjs')).run(args),
  build: async (args) => (await import('../build/build.mjs')).run(args),
  database: (args) => runBuilt('database', (program) => program.databaseCommand(args, { env, ...output })),
  dev: async () => (await import('../dev/dev.mjs')).run(),
  fuzz: async (args) => (await import('../dev/fuzz.mjs')).run(args),
  inspect: (args) =>
    runPart('inspect', (program, terminal) => {
      const colour = process.stdout.isTTY && !env['NO_COLOR']
      return program.inspectCommand(args, { ...terminal, env, colour })
    }),
  keys: (args) => runBuilt('keys', (program) => program.keysCommand(args, { env, ask, ...output })),
  licences: async (args) => (await import('../packages/licences.mjs')).run(args),
  mirror: (args) => runBuilt('mirror', (program) => program.mirrorCommand(args, { env, ...output })),
  owner: (args) => runBuilt('owner', (program) => program.ownerCommand(args, { env, banksFolder, ...output })),
  passkeys: (args) => runBuilt('passkeys', (program) => program.passkeysCommand(args, { env, fetch, ...output })),
  passwords: (args) => runBuilt('passwords', (program) => program.passwordsCommand(args, { env, ...output })),
  release: async (args) => (await import('../build/release.mjs')).run(args),
  serve: async () => (await import('../serve/launch.mjs')).serve(),
  settings: async (args) => {
    // The page is written from the sources, not from an older build.
    const isCurrent = !args.includes('--write') || (await (await import('../build/build-stale.mjs')).buildInChild())
    if (!isCurrent) return 1
    const documentFile = inProject('docs', 'settings.md')
    return runBuilt('settings', (program) => program.settingsCommand(args, { env, documentFile, ...output }))
  },
  start: async () => (await import('../serve/launch.mjs')).start(),
  'start:production': async () => (await import('../serve/launch.mjs')).startProduction(),
  storage: (args) => runBuilt('storage', (program) => program.storageCommand(args, { env, ...output })),
  test: async (args) => (await import('../test/run-test.mjs')).run(args),
  'test:engines': async () => (await import('../test/run-engines.mjs')).runEngines(),
  'verify-tag': (args) =>
    runPart('verify-tag', (program, terminal) => program.verifyTagCommand(args, { ...terminal, now: Date.now })),
  witness: (args) =>
    runBuilt('witness', (program) => program.witnessCommand(args, { env, signals: process, ...output })),
}

/**
 * @param {string} name
 * @param {string[]} args
 * @returns {Promise<number | void>} exit code
 */
export async function run(name, args) {
  if (Object.hasOwn(commands, name)) return commands[name]?.(args)
  console.error(`Unknown command ${JSON.stringify(name)}. Use one of: ${Object.keys(commands).join(', ')}.`)
  return 2
}

/**
 * @param {string} name of a program in dist/server
 * @param {(program: any) => Promise<number>} work
 * @param {number} [missing] exit code if it is not built
 */
async function runBuilt(name, work, missing = 1) {
  const file = inProject('dist', 'server', `${name}.js`)
  if (existsSync(file)) return work(await import(pathToFileURL(file).href))
  console.error(`Not built yet: dist/server/${name}.js. Run \`npm run build\` first.`)
  return missing
}

/**
 * Runs a program that is built as its own part, after building it if it is stale.
 * @param {string} part
 * @param {(program: any, terminal: import('../build/build.mjs').Terminal) => Promise<number>} work
 */
async function runPart(part, work) {
  const { runOwnPart } = await import('../build/build.mjs')
  return runOwnPart(part, async (folder, terminal) =>
    work(await import(pathToFileURL(`${folder}/${part}.js`).href), terminal),
  )
}

/**
 * Questions go to stderr, because stdout is for results. @param {typeof import('../admin/command')} program @param
 * {string[]} args
 */
async function runAdmin({ adminCommand, openTerminal }, args) {
  const terminal = process.stdin.isTTY ? openTerminal(process.stdin, process.stderr) : null
  const code = await adminCommand(args, { env, terminal, banksFolder, ...output })
  terminal?.close()
  return code
}

/** @param {string} question @returns {Promise<string>} one line; empty if the input ended */
async function ask(question) {
  const { createInterface } = await import('node:readline/promises')
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const ended = new Promise((resolve) => lines.once('close', () => resolve('')))
    return String(await Promise.race([lines.question(question), ended]))
  } finally {
    lines.close()
  }
}
