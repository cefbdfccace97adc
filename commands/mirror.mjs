import { runCommand } from './runtime/run-command.mjs'

runCommand(function () {
  return import('./mirror/run-mirror.mjs').then(function (module) {
    return module.run()
  })
})
