#!/usr/bin/env node
import { runCommand } from './runtime/run-command.mjs'

runCommand(process.argv[2] || '', process.argv.slice(3))
