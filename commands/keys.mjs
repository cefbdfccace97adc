import { runCommand } from './runtime/run-command.mjs'

runCommand(function () {
  return import('./keys/run-keys.mjs').then(function (module) {
    return module.run()
  })
})
