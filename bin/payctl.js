#!/usr/bin/env node
import { openHost } from "../dist/host.js";
import { main } from "../dist/main.js";

process.exitCode = await main(process.argv.slice(2), openHost());
