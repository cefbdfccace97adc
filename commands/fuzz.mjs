import { runCommand } from './runtime/run-command.mjs'

runCommand(function () {
  return import('./fuzz/run-fuzz.mjs').then(function (module) {
    return module.run(process.argv.slice(2))
  })
})
