// This file and the entry files use old syntax only, so that an old Node prints the sentence instead of a parse error.
var NEEDED_MAJOR = 20
var NEEDED_MINOR = 19

/**
 * Says what is wrong with a version of Node.
 * @param {string} version without the leading v
 * @returns {string | null} one sentence, null when the version is fine
 */
export function checkNodeVersion(version) {
  var parts = version.split('.')
  var major = Number(parts[0])
  var minor = Number(parts[1])
  var fits = major > NEEDED_MAJOR || (major === NEEDED_MAJOR && minor >= NEEDED_MINOR)
  return fits ? null : 'Node ' + NEEDED_MAJOR + '.' + NEEDED_MINOR + ' or newer is needed; this is ' + version + '.'
}

/**
 * Runs a command after the version check; a failure ends with one line and exit code 1.
 * @param {string} name of a row of commands.mjs
 * @param {string[]} args what was typed behind the name
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
