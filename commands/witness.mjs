import { runCommand } from './runtime/run-command.mjs'

runCommand(function () {
  return import('./witness/run-witness.mjs').then(function (module) {
    return module.run()
  })
})
