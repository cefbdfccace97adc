#!/usr/bin/env node
import { runCommand } from './runtime/run-command.mjs'

runCommand('start:production', process.argv.slice(2))
