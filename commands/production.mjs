import { runCommand } from './runtime/run-command.mjs'

runCommand(function () {
  return import('./production/run-production.mjs').then(function (module) {
    return module.run()
  })
})
