import { runCommand } from './runtime/run-command.mjs'

runCommand(function () {
  return import('./audit-log/run-audit-log.mjs').then(function (module) {
    return module.run()
  })
})
