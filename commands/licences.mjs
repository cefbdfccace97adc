import { runCommand } from './runtime/run-command.mjs'

runCommand(function () {
  return import('./licences/run-licences.mjs').then(function (module) {
    return module.run(process.argv.slice(2))
  })
})
