import { runCommand } from './runtime/run-command.mjs'

runCommand(function () {
  return import('./database/run-database.mjs').then(function (module) {
    return module.run()
  })
})
