#!/usr/bin/env node
import { runCommand } from './runtime/run-command.mjs'

runCommand(function () {
  return import('./inspect/run-inspect.mjs').then(function (module) {
    return module.run()
  })
})
