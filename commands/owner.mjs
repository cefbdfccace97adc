import { runCommand } from './runtime/run-command.mjs'

runCommand(function () {
  return import('./owner/run-owner.mjs').then(function (module) {
    return module.run()
  })
})
