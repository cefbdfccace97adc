import { runCommand } from './runtime/run-command.mjs'

runCommand(function () {
  return import('./settings/run-settings.mjs').then(function (module) {
    return module.run()
  })
})
