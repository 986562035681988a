// A thread of Node 20 does not take over how its program reads TypeScript, so this one says it before the first
// import of any.
import { register } from 'tsx/esm/api'

register()
await import(process.argv[2])
