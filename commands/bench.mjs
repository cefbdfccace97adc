import { runCommand } from './runtime/run-command.mjs'

runCommand(function () {
  return import('./bench/run-bench.mjs').then(function (module) {
    return module.run()
  })
})
