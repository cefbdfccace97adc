import { runCommand } from './runtime/run-command.mjs'

runCommand(function () {
  return import('./test/run-engines.mjs').then(function (module) {
    return module.runEngines()
  })
})
