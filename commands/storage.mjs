import { runCommand } from './runtime/run-command.mjs'

runCommand(function () {
  return import('./storage/run-storage.mjs').then(function (module) {
    return module.run()
  })
})
