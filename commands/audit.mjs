import { runCommand } from './runtime/run-command.mjs'

runCommand(function () {
  return import('./audit/run-audit.mjs').then(function (module) {
    return module.run()
  })
})
