#!/usr/bin/env node
import { runCommand } from './runtime/run-command.mjs'

runCommand('witness', process.argv.slice(2))
