import { runCommand } from './runtime/run-command.mjs'

runCommand(function () {
  return import('./dev/run-dev.mjs').then(function (module) {
    return module.run()
  })
})
