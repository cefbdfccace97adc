/**
 * Prints the help if it was requested.
 * @param {readonly string[]} args
 * @param {string} help
 * @returns {boolean} whether it was
 */
export function printHelp(args, help) {
  const isAsked = args.includes('--help') || args.includes('-h')
  if (isAsked) console.log(help)
  return isAsked
}
