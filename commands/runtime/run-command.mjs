// Old syntax only, here and in the entry files: an old Node must print this sentence, not a parse error.
var NEEDED_MAJOR = 20
var NEEDED_MINOR = 19

/**
 * @param {string} version without the leading v
 * @returns {string | null} one sentence; null if the version is supported
 */
export function checkNodeVersion(version) {
  var parts = version.split('.')
  var major = Number(parts[0])
  var minor = Number(parts[1])
  var fits = major > NEEDED_MAJOR || (major === NEEDED_MAJOR && minor >= NEEDED_MINOR)
  return fits ? null : 'Node ' + NEEDED_MAJOR + '.' + NEEDED_MINOR + ' or newer is required; this is ' + version + '.'
}

/**
 * Checks Node's version, then runs a command. A failure prints one line and exits with 1.
 * @param {string} name of a row of commands.mjs
 * @param {string[]} args
 */
export function runCommand(name, args) {
  var problem = checkNodeVersion(process.versions.node)
  if (problem) {
    console.error(problem)
    process.exit(1)
  }
  import('./commands.mjs')
    .then(function (module) {
      return module.run(name, args)
    })
    .then(
      function (code) {
        if (typeof code === 'number') process.exitCode = code
        return null
      },
      function (error) {
        console.error(error && error.expected ? error.message : error)
        process.exitCode = 1
      },
    )
}
