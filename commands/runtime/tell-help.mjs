/**
 * Prints a command's help where it is asked for.
 * @param {readonly string[]} args what was typed behind the command
 * @param {string} help
 * @returns {boolean} whether it was: then there is nothing more to do
 */
export function tellHelp(args, help) {
  const isAsked = args.includes('--help') || args.includes('-h')
  if (isAsked) console.log(help)
  return isAsked
}
