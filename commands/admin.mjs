import { runCommand } from './runtime/run-command.mjs'

runCommand(function () {
  return import('./admin/run-admin.mjs').then(function (module) {
    return module.run()
  })
})
