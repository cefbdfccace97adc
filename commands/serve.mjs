import { runCommand } from './runtime/run-command.mjs'

runCommand(function () {
  return import('./serve/run-serve.mjs').then(function (module) {
    return module.run()
  })
})
