/**
 * @typedef {object} Tier
 * @property {boolean} withBrowser whether journeys are made
 * @property {boolean} gate whether everything is run that must be green, on PostgreSQL, too
 * @property {boolean} long whether the slow tier is run with it
 */

/**
 * What a call asks for. The slow tier has the gate in it.
 * @param {readonly string[]} args `--no-browser`, `--long`
 * @param {Record<string, string | undefined>} env TEST_GATE=1 is the gate
 * @returns {Tier}
 */
export function chooseTier(args, env) {
  const long = args.includes('--long')
  return { withBrowser: !args.includes('--no-browser'), gate: long || env['TEST_GATE'] === '1', long }
}

/** What the configurations of the test runners read. @param {Tier} tier */
export const tierEnvironment = ({ gate, long }) => ({
  TEST_GATE: gate ? '1' : undefined,
  TEST_LONG: long ? '1' : undefined,
})
