// A thread of Node 20 does not inherit the loader of TypeScript.
import { register } from 'tsx/esm/api'

register()
await import(process.argv[2])
