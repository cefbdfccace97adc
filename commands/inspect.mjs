#!/usr/bin/env node
import { runCommand } from './runtime/run-command.mjs'

runCommand('inspect', process.argv.slice(2))
