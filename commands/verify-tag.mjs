import { runCommand } from './runtime/run-command.mjs'

runCommand(function () {
  return import('./verify-tag/run-verify-tag.mjs').then(function (module) {
    return module.run()
  })
})
