import { runCommand } from './runtime/run-command.mjs'

runCommand(function () {
  return import('./test/run-test.mjs').then(function (module) {
    return module.run(process.argv.slice(2))
  })
})
