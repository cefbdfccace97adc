import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { ExpectedError } from '../runtime/project.mjs'
import { runTool } from '../runtime/run-child.mjs'

const HELP = `npm run fuzz -- [parser] [--minutes N] [--seed N]   fuzzes one parser, or each, for N minutes (default: 1)
npm run fuzz -- <parser> --input <base64>            runs one input again, as named by a failure

Parsers are in tests/fuzz/targets.`

const SEED_MAX = 2 ** 31

/**
 * `npm run fuzz`: like the gate's quick runs, but longer and with a new seed each time.
 * @param {readonly string[]} args
 * @returns {Promise<number>} 1 if an input failed
 */
export async function run(args) {
  const { values, positionals } = read(args)
  if (values.help) {
    console.log(HELP)
    return 0
  }
  const env = {
    FUZZ_TARGET: positionals[0],
    FUZZ_MINUTES: values.input === undefined ? (values.minutes ?? '1') : undefined,
    FUZZ_SEED: values.seed ?? String(randomInt(SEED_MAX)),
    FUZZ_INPUT: values.input,
  }
  // A filter by name (-t) that fits no test would skip all, and still end with 0.
  const which = ['--config', 'tests/vitest.config.ts', 'tests/fuzz/fuzz.test.ts']
  const { code } = await runTool('vitest/vitest.mjs', ['run', ...which], { env })
  return code
}

/** @param {readonly string[]} args */
function read(args) {
  const text = /** @type {const} */ ({ type: 'string' })
  try {
    const options = { minutes: text, seed: text, input: text, help: /** @type {const} */ ({ type: 'boolean' }) }
    const found = parseArgs({ args: [...args], allowPositionals: true, options })
    const numbers = [found.values.minutes, found.values.seed].filter((one) => one !== undefined)
    if (found.positionals.length > 1 || !numbers.every((one) => Number(one) > 0)) throw new ExpectedError(HELP)
    return found
  } catch (cause) {
    throw new ExpectedError(HELP, { cause })
  }
}
