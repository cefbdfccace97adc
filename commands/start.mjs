import { runCommand } from './runtime/run-command.mjs'

runCommand(function () {
  return import('./start/run-start.mjs').then(function (module) {
    return module.run()
  })
})
