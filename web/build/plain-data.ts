/**
 * Lets modules of the web app be worked out when it is built: whatever a module in a folder `contents` exports is plain data, and
 * the browser gets that data instead of the code that makes it. So the contract's schemas, and the library that reads them, stay
 * out of the bundle. The build itself imports the same modules as they are.
 */
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { plainSource } from './plain-source.ts'

const isData = /\/web\/pages\/[\w-]+\/contents\/[\w-]+\.ts$/

/** The plugin; the data is that of the moment when a module is first asked for. */
export function plainData(): Plugin {
  return {
    name: 'plain-data',
    enforce: 'pre',
    async load(id) {
      const [file = ''] = id.split('?')
      if (!isData.test(file)) return null
      const data: Record<string, unknown> = await import(pathToFileURL(file).href)
      return plainSource(data)
    },
  }
}
